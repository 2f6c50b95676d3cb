import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, primaryId, reference } from '../columns.ts';
import { admins, apiKeys } from './identity.ts';

/** What one person asks for and another owner decides. */
export const approvals = pgTable(
  'approvals',
  {
    id: primaryId(),
    /** A kind of packages/contracts/src/approvals/approvals.ts. */
    kind: text('kind').notNull(),
    /** Ids and figures to show it by; no names of users, no secret. */
    summary: jsonb('summary').$type<Record<string, unknown>>().notNull(),
    /** What the command is given once it is agreed to, sealed. */
    sealedInput: text('sealed_input').notNull(),
    /** SHA-256 of kind and summary, hex: who asks for the same again has asked once. */
    requestDigest: text('request_digest').notNull(),
    reason: text('reason'),
    /** The person who asks, or who answers for the key that does. */
    askedBy: reference('asked_by')
      .notNull()
      .references(() => admins.id),
    keyId: reference('key_id').references(() => apiKeys.id),
    askedAt: instant('asked_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    status: text('status').notNull().default('waiting'),
    /** Set while it is carried out: nobody else begins. */
    executingSince: instant('executing_since'),
    decidedBy: reference('decided_by').references(() => admins.id),
    decidedAt: instant('decided_at'),
    /** Why it was refused, or could not be carried out. */
    answer: text('answer'),
  },
  (t) => [
    uniqueIndex('approvals_waiting_key').on(t.askedBy, t.requestDigest).where(sql`${t.status} = 'waiting'`),
    index('approvals_status_idx').on(t.status, t.expiresAt),
    index('approvals_asked_by_idx').on(t.askedBy, t.kind, t.decidedAt),
    check('approvals_status', sql`${t.status} in ('waiting', 'done', 'failed', 'refused', 'withdrawn', 'expired')`),
    // Two people, whatever the code does.
    check(
      'approvals_two_people',
      sql`${t.decidedBy} is null or ${t.decidedBy} <> ${t.askedBy} or ${t.status} = 'withdrawn'`,
    ),
  ],
);

/** What one person did that another should look at: found in the audit log by a job. */
export const operatorAlerts = pgTable(
  'operator_alerts',
  {
    id: primaryId(),
    kind: text('kind').notNull(),
    /** The entry of the audit log that completed it. */
    entryId: reference('entry_id').notNull(),
    /** The credit. */
    completionId: reference('completion_id').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('operator_alerts_entry_key').on(t.kind, t.entryId)],
);
