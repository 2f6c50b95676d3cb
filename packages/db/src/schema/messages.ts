import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant, primaryId, reference } from '../columns.ts';
import { userSessions, users } from './identity.ts';

/** Browsers that a person wants to be told in (Web Push). */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: primaryId(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The session that the browser holds: with it the subscription ends, so that nobody is told on a device left. */
    sessionId: text('session_id')
      .notNull()
      .references(() => userSessions.id, { onDelete: 'cascade' }),
    /** SHA-256 of the endpoint, hex. */
    endpointHash: text('endpoint_hash').notNull(),
    /** Endpoint and keys, sealed JSON: who knows them can write to the person. */
    sealed: text('sealed').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('push_subscriptions_session_id_key').on(t.sessionId),
    uniqueIndex('push_subscriptions_endpoint_hash_key').on(t.endpointHash),
    index('push_subscriptions_user_id_idx').on(t.userId),
  ],
);

/** The key pair by which push services know us (VAPID, RFC 8292): drawn once, one row at most. */
export const pushKeys = pgTable(
  'push_keys',
  {
    id: smallint('id').primaryKey().default(1),
    /** base64url, as browsers take it. */
    publicKey: text('public_key').notNull(),
    /** base64url, sealed. */
    privateKey: text('private_key').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [check('push_keys_one', sql`${t.id} = 1`)],
);

/** The month of a transaction's moment, as the first day of it. Months are those of UTC. */
const thisMonth = sql`(date_trunc('month', now() at time zone 'UTC'))::date`;

/**
 * The outbox: what people are told by mail and by push. A row is written in the transaction of the fact that it tells,
 * and sent by whichever process claims it: see infra/docs/decisions/0019-outboxes.md. Partitioned by
 * month: drizzle does not know of partitions, see functions/partitions.sql and
 * infra/docs/decisions/0029-partitions-by-month.md. Foreign keys would lock their tables with each month.
 */
export const messages = pgTable(
  'messages',
  {
    id: reference('id').generatedAlwaysAsIdentity(),
    /** The first day of the fact's month. */
    month: date('month').notNull().default(thisMonth),
    /** A kind of packages/contracts/src/messages/messages.ts. */
    kind: text('kind').notNull(),
    channel: text('channel').notNull().default('mail'),
    /** Names the fact: one fact is told once to one address, and once in one browser. */
    eventKey: text('event_key').notNull(),
    /** null where the address belongs to nobody yet. */
    userId: reference('user_id'),
    /** As it was when the fact happened: a changed address is told to the old one. A browser is `push:{its id}`. */
    recipient: text('recipient').notNull(),
    /** The browser of a push, which may be subscribed no more; null for a mail. */
    subscriptionId: reference('subscription_id'),
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
    primaryKey({ name: 'messages_pkey', columns: [t.id, t.month] }),
    uniqueIndex('messages_fact_key').on(t.kind, t.eventKey, t.recipient, t.month),
    index('messages_due_idx').on(t.dueAt).where(sql`status = 'queued'`),
    // Few among many: how many there were of late, asked each quarter of a minute.
    index('messages_failed_idx').on(t.settledAt).where(sql`status = 'failed'`),
    index('messages_user_id_idx').on(t.userId),
    index('messages_created_at_idx').on(t.createdAt, t.id),
    check('messages_channel', sql`${t.channel} in ('mail', 'push')`),
    check('messages_status', sql`${t.status} in ('queued', 'sent', 'failed', 'suppressed')`),
    check('messages_settled', sql`(${t.status} = 'queued') = (${t.settledAt} is null)`),
  ],
);

/**
 * What the bell in the app's header shows: the last 50 of a person. The key holds across mail and push, too: what a
 * person was told of a fact is not pushed again.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: primaryId(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    eventKey: text('event_key').notNull(),
    payload: jsonb('payload').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    readAt: instant('read_at'),
  },
  (t) => [
    uniqueIndex('notifications_fact_key').on(t.userId, t.kind, t.eventKey),
    index('notifications_user_id_idx').on(t.userId, t.id),
  ],
);

/** What a person does not want to be told, or wants after all: kinds without a row are told. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** `mail`, `push` or `app`. */
    channel: text('channel').notNull(),
    wanted: boolean('wanted').notNull(),
  },
  (t) => [primaryKey({ name: 'notification_preferences_pkey', columns: [t.userId, t.kind, t.channel] })],
);
