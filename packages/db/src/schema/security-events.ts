import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, reference } from '../columns.ts';

/**
 * What happened at the doors: sign-ins, failures, refusals. Ids alone; names, addresses and devices stand in
 * {@link securityEventDetails}, so that a person can be forgotten while what happened stays. Kept for a year at most.
 * Partitioned by the month of `at`, as its details are: drizzle does not know of partitions, see
 * functions/partitions.sql and infra/docs/decisions/0029-partitions-by-month.md.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: reference('id').generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** A kind of packages/contracts/src/security-events/security-events.ts. */
    kind: text('kind').notNull(),
    /** Whose side of the product: the users' host, or the back-office. */
    realm: text('realm').notNull(),
    /** The request's own id, which its lines in the log carry, too. */
    requestId: text('request_id'),
    actorKind: text('actor_kind'),
    actorId: reference('actor_id'),
    /** How, or why: a word of the code's, never what somebody typed. */
    detail: text('detail'),
    /** More than one: repeats within a minute are one row. */
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
 * Who and from where, for as long as the person is with us. Refers to its event by id and month, without a foreign key:
 * that would hold back the dropping of a month.
 */
export const securityEventDetails = pgTable(
  'security_event_details',
  {
    eventId: reference('event_id').notNull(),
    actorName: text('actor_name'),
    ip: text('ip'),
    /** The browser's `User-Agent`. */
    device: text('device'),
    /** The moment of the event. */
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'security_event_details_pkey', columns: [t.eventId, t.at] }),
    index('security_event_details_ip_idx').on(t.ip),
    index('security_event_details_name_idx').on(t.actorName),
  ],
);

/** Joins details to their event. The moment restricts the join to the event's month. */
export const detailsOfEvent = sql`${securityEventDetails.eventId} = ${securityEvents.id}
  and ${securityEventDetails.at} = ${securityEvents.at}`;
