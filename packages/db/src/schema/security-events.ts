import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bigintId, instant } from '../columns.ts';

/**
 * Security events: sign-ins, failures, refusals. The rows contain only ids. Names, IP addresses and devices are in
 * {@link securityEventDetails}, so that a person can be erased while the event stays. Kept for LOG_RETENTION_DAYS. Both
 * tables are partitioned by the month of `at`, outside of drizzle, which does not know partitions: see
 * functions/partitions.sql and infra/docs/decisions/0029-partitions-by-month.md.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigintId('id').generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** See packages/contracts/src/security-events/security-events.ts. */
    kind: text('kind').notNull(),
    /** The users' host or the back-office. */
    realm: text('realm').notNull(),
    /** The id of the request, as in the request's log lines. */
    requestId: text('request_id'),
    actorKind: text('actor_kind'),
    actorId: bigintId('actor_id'),
    /** A fixed word that says how or why the event happened, never typed text. */
    detail: text('detail'),
    /** Repeats within a minute share a row. */
    count: integer('count').notNull().default(1),
  },
  (t) => [
    primaryKey({ name: 'security_events_pkey', columns: [t.id, t.at] }),
    index('security_events_at_idx').on(t.at, t.id),
    index('security_events_kind_idx').on(t.kind, t.at, t.id),
    index('security_events_actor_idx').on(t.actorKind, t.actorId, t.at),
    check('security_events_realm', sql`${t.realm} in ('user', 'admin')`),
    check('security_events_count', sql`${t.count} > 0`),
  ],
);

/**
 * Actor, IP address and device of an event, until the person is erased. The row refers to the event by id and time,
 * without a foreign key, which would prevent dropping the partition of a month.
 */
export const securityEventDetails = pgTable(
  'security_event_details',
  {
    eventId: bigintId('event_id').notNull(),
    actorName: text('actor_name'),
    ip: text('ip'),
    /** The browser's `User-Agent`. */
    device: text('device'),
    /** The time of the event. */
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'security_event_details_pkey', columns: [t.eventId, t.at] }),
    index('security_event_details_ip_idx').on(t.ip),
    index('security_event_details_name_idx').on(t.actorName),
  ],
);

/** Joins details to their event. The time limits the join to the event's month. */
export const detailsOfEvent = sql`${securityEventDetails.eventId} = ${securityEvents.id}
  and ${securityEventDetails.at} = ${securityEvents.at}`;
