import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bigintId, instant } from '../columns.ts';

/** The view of complete audit entries. See functions/audit.sql. */
export const auditEntries = pgTable('audit_entries', {
  id: bigint('id', { mode: 'number' }).notNull(),
  at: instant('at').notNull(),
  actorKind: text('actor_kind').notNull(),
  actorId: bigintId('actor_id'),
  actorName: text('actor_name').notNull(),
  ip: text('ip'),
  action: text('action').notNull(),
  subject: text('subject'),
  before: jsonb('before').$type<unknown>(),
  after: jsonb('after').$type<unknown>(),
  note: text('note'),
});
