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
import { bigintId, instant, primaryId } from '../columns.ts';
import { userSessions, users } from './identity.ts';

/** Browsers that receive a person's notifications (Web Push). */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: primaryId(),
    userId: bigintId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * The browser's session. The subscription ends with the session, so that a signed-out device gets no notifications.
     */
    sessionId: text('session_id')
      .notNull()
      .references(() => userSessions.id, { onDelete: 'cascade' }),
    /** SHA-256 of the endpoint, hex. */
    endpointHash: text('endpoint_hash').notNull(),
    /** Endpoint and keys as sealed JSON. They are secret, because anyone who has them could push to the person. */
    sealed: text('sealed').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('push_subscriptions_session_id_key').on(t.sessionId),
    uniqueIndex('push_subscriptions_endpoint_hash_key').on(t.endpointHash),
    index('push_subscriptions_user_id_idx').on(t.userId),
  ],
);

/** The key pair that identifies us to push services (VAPID, RFC 8292): generated once, at most one row. */
export const pushKeys = pgTable(
  'push_keys',
  {
    id: smallint('id').primaryKey().default(1),
    /** base64url, as browsers expect it. */
    publicKey: text('public_key').notNull(),
    /** base64url, sealed. */
    privateKey: text('private_key').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [check('push_keys_one', sql`${t.id} = 1`)],
);

/** The first day of the transaction's UTC month. */
const thisMonth = sql`(date_trunc('month', now() at time zone 'UTC'))::date`;

/**
 * The outbox of mail and push. A row is written in the transaction of its event or by a consumer of the change feed,
 * and sent by the process that claims it: see infra/docs/decisions/0019-outboxes.md. Partitioned by month outside of
 * drizzle, which does not know partitions: see functions/partitions.sql and
 * infra/docs/decisions/0029-partitions-by-month.md. No foreign keys, because creating or dropping the partition of a
 * month would lock the referenced tables.
 */
export const messages = pgTable(
  'messages',
  {
    id: bigintId('id').generatedAlwaysAsIdentity(),
    /** The first day of the event's month. */
    month: date('month').notNull().default(thisMonth),
    /** See packages/contracts/src/messages/messages.ts. */
    kind: text('kind').notNull(),
    channel: text('channel').notNull().default('mail'),
    /** Identifies the event. There is at most one message per kind, event and recipient. */
    eventKey: text('event_key').notNull(),
    /** null if no user has the e-mail address, or if the mail must not reveal whether a user has it. */
    userId: bigintId('user_id'),
    /** The email address at the time of the event; for a browser `push:` and the subscription's id. */
    recipient: text('recipient').notNull(),
    /** The browser of a push, possibly unsubscribed since; null for mail. */
    subscriptionId: bigintId('subscription_id'),
    /** Template values. No secrets. */
    payload: jsonb('payload').notNull().default({}),
    /** Secret values, such as a sign-in link; sealed JSON. */
    sealed: text('sealed'),
    status: text('status').notNull().default('queued'),
    /** Generated at the first attempt and kept, so that mail clients merge duplicates. Without brackets. */
    messageId: text('message_id'),
    attempts: integer('attempts').notNull().default(0),
    /** Earliest next attempt. A claim moves this time forward by the lease time. */
    dueAt: instant('due_at').notNull().defaultNow(),
    /** When the message becomes useless; null: never. */
    expiresAt: instant('expires_at'),
    /** Why the message was not sent, or not yet. */
    problem: text('problem'),
    createdAt: instant('created_at').notNull().defaultNow(),
    settledAt: instant('settled_at'),
  },
  (t) => [
    primaryKey({ name: 'messages_pkey', columns: [t.id, t.month] }),
    uniqueIndex('messages_fact_key').on(t.kind, t.eventKey, t.recipient, t.month),
    index('messages_due_idx').on(t.dueAt).where(sql`status = 'queued'`),
    // Partial: failures are rare, and recent ones are counted every 15 seconds.
    index('messages_failed_idx').on(t.settledAt).where(sql`status = 'failed'`),
    index('messages_user_id_idx').on(t.userId),
    index('messages_created_at_idx').on(t.createdAt, t.id),
    check('messages_channel', sql`${t.channel} in ('mail', 'push')`),
    check('messages_status', sql`${t.status} in ('queued', 'sent', 'failed', 'suppressed')`),
    check('messages_settled', sql`(${t.status} = 'queued') = (${t.settledAt} is null)`),
  ],
);

/**
 * The last 50 notifications of a person in the app. At most one per event, so that no event is shown or pushed twice.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: primaryId(),
    userId: bigintId('user_id')
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

/** What a person has switched on or off, by kind and channel. Without a row, the kind is on. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: bigintId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** `mail`, `push` or `app`. */
    channel: text('channel').notNull(),
    isEnabled: boolean('is_enabled').notNull(),
  },
  (t) => [primaryKey({ name: 'notification_preferences_pkey', columns: [t.userId, t.kind, t.channel] })],
);
