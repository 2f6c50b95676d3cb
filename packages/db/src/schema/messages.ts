import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, primaryId, reference } from '../columns.ts';
import { users } from './identity.ts';

/**
 * The outbox: what people are told by mail. A row is written in the transaction of the fact that it tells, and sent by
 * whichever process claims it: see infra/docs/decisions/0027-mail-goes-through-an-outbox.md.
 */
export const messages = pgTable(
  'messages',
  {
    id: primaryId(),
    /** A kind of packages/contracts/src/messages/messages.ts. */
    kind: text('kind').notNull(),
    /** Names the fact: one fact is told once to one address. */
    factKey: text('fact_key').notNull(),
    /** null where the address belongs to nobody yet, and after the person has gone. */
    userId: reference('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** As it was when the fact happened: a changed address is told to the old one. */
    recipient: text('recipient').notNull(),
    /** What the template fills in. Nothing secret. */
    payload: jsonb('payload').notNull().default({}),
    /** What must not be read out of the database, such as a link that signs in; sealed JSON. */
    sealed: text('sealed'),
    status: text('status').notNull().default('queued'),
    /** Drawn at the first attempt and kept: who gets a message twice sees it once. Without brackets. */
    messageId: text('message_id'),
    attempts: integer('attempts').notNull().default(0),
    /** Not before: when it may be tried, which a claim moves by its lease. */
    dueAt: instant('due_at').notNull().defaultNow(),
    /** After it the message would be of no use; null: it keeps. */
    expiresAt: instant('expires_at'),
    /** Why it was not sent, or not yet. */
    problem: text('problem'),
    createdAt: instant('created_at').notNull().defaultNow(),
    settledAt: instant('settled_at'),
  },
  (t) => [
    uniqueIndex('messages_fact_key').on(t.kind, t.factKey, t.recipient),
    uniqueIndex('messages_message_id_key').on(t.messageId),
    index('messages_due_idx').on(t.dueAt).where(sql`status = 'queued'`),
    index('messages_user_id_idx').on(t.userId),
    index('messages_created_at_idx').on(t.createdAt, t.id),
    check('messages_status', sql`${t.status} in ('queued', 'sent', 'failed', 'suppressed')`),
    check('messages_settled', sql`(${t.status} = 'queued') = (${t.settledAt} is null)`),
  ],
);

/** What a person does not want to be told, or wants after all: kinds without a row are told. */
export const messageChoices = pgTable(
  'message_choices',
  {
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    channel: text('channel').notNull(),
    wanted: boolean('wanted').notNull(),
  },
  (t) => [primaryKey({ name: 'message_choices_pkey', columns: [t.userId, t.kind, t.channel] })],
);
