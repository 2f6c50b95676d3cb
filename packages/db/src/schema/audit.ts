import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, primaryId, reference } from '../columns.ts';

/** Who did what, when, from where, before and after: written in the same transaction as what it records. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: primaryId(),
    at: instant('at').notNull().defaultNow(),
    actorKind: text('actor_kind').notNull(),
    actorId: reference('actor_id'),
    actorName: text('actor_name').notNull(),
    ip: text('ip'),
    /** `noun.verb`, as in `offers.update`. */
    action: text('action').notNull(),
    /** The id of what it was done to, as text because nouns differ. */
    subject: text('subject'),
    before: jsonb('before').$type<unknown>(),
    after: jsonb('after').$type<unknown>(),
    note: text('note'),
  },
  (t) => [
    index('audit_log_at_idx').on(t.at, t.id),
    // The filter by action: which there are, and the newest entries of one.
    index('audit_log_action_idx').on(t.action, t.at, t.id),
    index('audit_log_trigrams').using('gin', t.actorName.op('gin_trgm_ops'), t.note.op('gin_trgm_ops')),
    index('audit_log_subject_idx').on(t.subject, t.action),
    check('audit_log_actor_kind', sql`${t.actorKind} in ('user', 'admin', 'service', 'network', 'system')`),
  ],
);
