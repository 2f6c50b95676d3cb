import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  bigintId,
  bothNullOrNeither,
  instant,
  joinConditions,
  paise,
  primaryId,
  transactionIdColumn,
} from '../columns.ts';
import { users } from './identity.ts';

/** Outgoing events: webhooks to internal services, and conversions to trackers of traffic sources. */

/**
 * Events that no other table has a row for: a voucher was used, a user was suspended, an amount's stock became low.
 * Rows are inserted and not changed.
 */
export const domainEvents = pgTable(
  'domain_events',
  {
    id: primaryId(),
    kind: text('kind').$type<'voucher_used' | 'user_suspended' | 'stock_low'>().notNull(),
    /** The voucher, the user, or the amount in paise. */
    subject: bigintId('subject').notNull(),
    at: instant('at').notNull().defaultNow(),
    /** For `stock_low`, the stock's figures at the time of the event, because they change later. */
    detail: jsonb('detail').$type<unknown>(),
    xid: transactionIdColumn(),
  },
  (t) => [
    index('domain_events_xid_idx').on(t.xid),
    check('domain_events_kind', sql`${t.kind} in ('voucher_used', 'user_suspended', 'stock_low')`),
  ],
);

/** Amounts with low stock and since when, so that each shortage is reported only once. */
export const lowStock = pgTable('low_stock', {
  amountPaise: paise('amount_paise').primaryKey(),
  since: instant('since').notNull().defaultNow(),
});

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: primaryId(),
    /** `webhook`: gets signed events. `tracker`: gets conversions of one traffic source by GET. */
    kind: text('kind').$type<'webhook' | 'tracker'>().notNull(),
    name: text('name').notNull(),
    /** The URL of a tracker contains macros. */
    url: text('url').notNull(),
    /** Subscribed events; empty: all. */
    events: text('events').array().notNull().default(sql`'{}'`),
    /** A tracker's traffic source, as named in links to the app. */
    source: text('source'),
    /** The sealed secret that signs webhooks. */
    secret: text('secret'),
    /** The secret before the last rotation. Until `previousUntil`, events are signed with both secrets. */
    previousSecret: text('previous_secret'),
    previousUntil: instant('previous_until'),
    active: boolean('active').notNull().default(true),
    /** When and why the endpoint was disabled automatically: it answered 410, or every delivery failed for days. */
    disabledAt: instant('disabled_at'),
    disabledReason: text('disabled_reason'),
    /** Time of the first failure since the last successful delivery. */
    failingSince: instant('failing_since'),
    deliveredAt: instant('delivered_at'),
    /** The process that sends first attempts to this endpoint in order, and until when. */
    lease: text('lease'),
    leasedUntil: instant('leased_until'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('webhook_endpoints_name_key').on(t.name),
    uniqueIndex('webhook_endpoints_source_key').on(t.source),
    check(
      'webhook_endpoints_kind',
      sql`${t.kind} = 'webhook' and ${t.secret} is not null and ${t.source} is null
        or ${t.kind} = 'tracker' and ${t.secret} is null and ${t.source} is not null`,
    ),
    check('webhook_endpoints_previous', bothNullOrNeither(t.previousSecret, t.previousUntil)),
    check('webhook_endpoints_disabled', bothNullOrNeither(t.disabledAt, t.disabledReason)),
  ],
);

/** The outbox: one row per event and endpoint. Ids follow the order of the events. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: primaryId(),
    endpointId: bigintId('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** `completion.confirmed`, …: packages/contracts/src/webhooks/webhooks.ts */
    kind: text('kind').notNull(),
    /** Identifies the event. An endpoint gets one delivery per kind and event. */
    eventKey: text('event_key').notNull(),
    /** When the event happened. */
    at: instant('at').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    status: text('status').$type<'queued' | 'delivered' | 'failed'>().notNull().default('queued'),
    /** Attempts so far. The first attempt waits for earlier deliveries, later attempts wait for `dueAt`. */
    attempts: integer('attempts').notNull().default(0),
    dueAt: instant('due_at').notNull().defaultNow(),
    /** HTTP status of the last attempt, and what went wrong; null without an answer or a problem. */
    lastStatus: integer('last_status'),
    problem: text('problem'),
    createdAt: instant('created_at').notNull().defaultNow(),
    settledAt: instant('settled_at'),
  },
  (t) => [
    uniqueIndex('webhook_deliveries_fact_key').on(t.endpointId, t.kind, t.eventKey),
    index('webhook_deliveries_first_idx')
      .on(t.endpointId, t.id)
      .where(sql`${t.status} = 'queued' and ${t.attempts} = 0`),
    index('webhook_deliveries_due_idx')
      .on(t.endpointId, t.dueAt)
      .where(sql`${t.status} = 'queued' and ${t.attempts} > 0`),
    index('webhook_deliveries_settled_idx').on(t.settledAt),
    check(
      'webhook_deliveries_status',
      joinConditions(
        sql`${t.status} in ('queued', 'delivered', 'failed')`,
        sql`(${t.status} = 'queued') = (${t.settledAt} is null)`,
      ),
    ),
  ],
);

/** Every attempt and its result. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    deliveryId: bigintId('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    at: instant('at').notNull().defaultNow(),
    tookMs: integer('took_ms').notNull(),
    /** HTTP status of the answer; null: no answer. */
    status: integer('status'),
    problem: text('problem'),
    /** The beginning of the answer. */
    answer: text('answer'),
  },
  (t) => [primaryKey({ name: 'webhook_attempts_pkey', columns: [t.deliveryId, t.number] })],
);

/** A user's traffic source, and the click id of that source's tracker. */
export const userTrafficSources = pgTable(
  'user_traffic_sources',
  {
    userId: bigintId('user_id')
      .primaryKey()
      .references(() => users.id),
    source: text('source').notNull(),
    sourceClick: text('source_click').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [index('user_traffic_sources_source_idx').on(t.source)],
);
