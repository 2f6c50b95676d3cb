import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, primaryId, reference } from '../columns.ts';

/**
 * What happened at the doors: sign-ins, failures, refusals. Ids alone; names, addresses and devices stand in
 * {@link securityEventDetails}, so that a person can be forgotten while what happened stays. Kept for a year.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: primaryId(),
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
    index('security_events_at_idx').on(t.at, t.id),
    index('security_events_kind_idx').on(t.kind, t.at, t.id),
    index('security_events_actor_idx').on(t.actorKind, t.actorId, t.at),
    check('security_events_realm', sql`${t.realm} in ('user', 'admin')`),
    check('security_events_count', sql`${t.count} > 0`),
  ],
);

/** Who and from where, for as long as the person is with us. */
export const securityEventDetails = pgTable(
  'security_event_details',
  {
    eventId: reference('event_id')
      .primaryKey()
      .references(() => securityEvents.id, { onDelete: 'cascade' }),
    actorName: text('actor_name'),
    ip: text('ip'),
    /** The browser's `User-Agent`. */
    device: text('device'),
  },
  (t) => [index('security_event_details_ip_idx').on(t.ip), index('security_event_details_name_idx').on(t.actorName)],
);
