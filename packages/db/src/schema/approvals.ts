import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, instant, primaryId } from '../columns.ts';
import { admins, apiKeys } from './identity.ts';

/** Requests for approval. An owner who is not the requester decides them. */
export const approvals = pgTable(
  'approvals',
  {
    id: primaryId(),
    /** See packages/contracts/src/approvals/approvals.ts. */
    kind: text('kind').notNull(),
    /** Ids and figures to display; no names of users, no secrets. */
    summary: jsonb('summary').$type<Record<string, unknown>>().notNull(),
    /** The command's input, sealed. */
    sealedInput: text('sealed_input').notNull(),
    /** SHA-256 of kind and summary, hex. Two requests of one person with the same digest cannot wait together. */
    requestDigest: text('request_digest').notNull(),
    reason: text('reason'),
    /** The requester; for a service key, the person responsible for the key. */
    askedBy: bigintId('asked_by')
      .notNull()
      .references(() => admins.id),
    keyId: bigintId('key_id').references(() => apiKeys.id),
    askedAt: instant('asked_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    status: text('status').notNull().default('waiting'),
    /** Set while a process executes the request, so that no other process executes it at the same time. */
    executingSince: instant('executing_since'),
    decidedBy: bigintId('decided_by').references(() => admins.id),
    decidedAt: instant('decided_at'),
    /** Why the request was refused or failed. */
    answer: text('answer'),
  },
  (t) => [
    uniqueIndex('approvals_waiting_key').on(t.askedBy, t.requestDigest).where(sql`${t.status} = 'waiting'`),
    index('approvals_status_idx').on(t.status, t.expiresAt),
    index('approvals_asked_by_idx').on(t.askedBy, t.kind, t.decidedAt),
    check('approvals_status', sql`${t.status} in ('waiting', 'done', 'failed', 'refused', 'withdrawn', 'expired')`),
    // The database enforces that requester and decider are two people.
    check(
      'approvals_two_people',
      sql`${t.decidedBy} is null or ${t.decidedBy} <> ${t.askedBy} or ${t.status} = 'withdrawn'`,
    ),
  ],
);

/** Actions of one person that others should review. A job finds these actions in the audit log. */
export const operatorAlerts = pgTable(
  'operator_alerts',
  {
    id: primaryId(),
    kind: text('kind').notNull(),
    /** The audit entry that caused the alert. */
    entryId: bigintId('entry_id').notNull(),
    /** The completion that was credited. */
    completionId: bigintId('completion_id').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('operator_alerts_entry_key').on(t.kind, t.entryId)],
);
