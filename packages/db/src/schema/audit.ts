import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, primaryId, reference, transactionOf } from '../columns.ts';

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
    xid: transactionOf(),
  },
  (t) => [
    // What is still to be sealed.
    index('audit_log_xid_idx').on(t.xid),
    index('audit_log_at_idx').on(t.at, t.id),
    // The filter by action: which there are, and the newest entries of one.
    index('audit_log_action_idx').on(t.action, t.at, t.id),
    index('audit_log_trigrams').using('gin', t.actorName.op('gin_trgm_ops'), t.note.op('gin_trgm_ops')),
    index('audit_log_subject_idx').on(t.subject, t.action),
    check('audit_log_actor_kind', sql`${t.actorKind} in ('user', 'admin', 'service', 'network', 'system')`),
  ],
);

/**
 * A minute's new entries, chained: its head is signed with a key that the database does not hold. See
 * infra/docs/decisions/0044-the-audit-log-is-chained.md.
 */
export const auditSeals = pgTable('audit_seals', {
  /** Counted from 1, without gaps. */
  id: bigint('id', { mode: 'number' }).primaryKey(),
  at: instant('at').notNull().defaultNow(),
  entries: integer('entries').notNull(),
  /** SHA-256: the link of its last entry. */
  head: bytes('head').notNull(),
  /** Ed25519, over number, count, the head before and this one. */
  signature: bytes('signature').notNull(),
  publicKey: bytes('public_key').notNull(),
  /** Entries of transactions below this one have been sealed. */
  untilXid: text('until_xid').notNull(),
});

/** Each sealed entry's place in the chain. */
export const auditLinks = pgTable(
  'audit_links',
  {
    position: bigint('position', { mode: 'number' }).primaryKey(),
    entryId: reference('entry_id').notNull(),
    sealId: reference('seal_id').notNull(),
    /** SHA-256 over the link before and the entry. */
    link: bytes('link').notNull(),
  },
  (t) => [uniqueIndex('audit_links_entry_key').on(t.entryId), index('audit_links_seal_idx').on(t.sealId, t.position)],
);
