import type { PostbackKind, PostbackOutcome } from '@inaam/contracts/networks/networks';
import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, primaryId, reference } from '../columns.ts';
import { networks } from './networks.ts';

/** Every call to `/postback/:network`, as it came, before anything is decided about it. */
export const postbacks = pgTable(
  'postbacks',
  {
    id: primaryId(),
    networkId: reference('network_id').references(() => networks.id),
    slug: text('slug').notNull(),
    /** Random for each call, so that storing it again after a lost connection finds the first row. */
    retryKey: text('retry_key').notNull(),
    method: text('method').notNull(),
    /** What stands before the query: our public origin and the path as it came. It may hold the network's secret. */
    rawUrl: text('raw_url').notNull().default(''),
    rawQuery: text('raw_query').notNull(),
    rawBody: text('raw_body').notNull(),
    /** The body is kept byte for byte: as text, or as base64 where the bytes are no text. */
    bodyEncoding: text('body_encoding').$type<'text' | 'base64'>().notNull().default('text'),
    /** How many bytes the body had, where only its beginning is kept. */
    truncatedFromBytes: bigint('truncated_from_bytes', { mode: 'number' }),
    /** SHA-256 over the address, the query and the body, in hex, where not all of them are kept. */
    contentHash: text('content_hash'),
    contentType: text('content_type'),
    /** Those that a network may sign with or that say who called, names in lower case. */
    headers: jsonb('headers').$type<Record<string, string>>().notNull().default({}),
    ip: text('ip'),
    receivedAt: instant('received_at').notNull().defaultNow(),
    /** null while it is being judged: a crash in between leaves it so, and the sweep judges it again. */
    outcome: text('outcome').$type<PostbackOutcome>(),
    reason: text('reason'),
    /** Something that an admin should look at, whatever the outcome. */
    alert: text('alert'),
    judgedAt: instant('judged_at'),
    /** What was read in it, kept in columns so that parked ones can be matched. */
    kind: text('kind').$type<PostbackKind>(),
    clickId: text('click_id'),
    /** The network's own, or `click:{click}:{goal}` where it sends none. */
    transactionId: text('transaction_id'),
    goalId: text('goal_id'),
    payoutMicros: bigint('payout_micros', { mode: 'bigint' }),
    currency: text('currency'),
    /** The click that an admin assigned to it. */
    assignedClickId: text('assigned_click_id'),
    completionId: reference('completion_id'),
    /** The beginning of a hash over query and body, for calls that had an effect: their repeats find them by it. */
    callHash: bigint('call_hash', { mode: 'bigint' }),
    /** How often the very same call came again, and when last: repeats have no rows of their own. */
    repeats: bigint('repeats', { mode: 'number' }).notNull().default(0),
    repeatedAt: instant('repeated_at'),
  },
  (t) => [
    uniqueIndex('postbacks_retry_key').on(t.retryKey),
    index('postbacks_call_hash_idx').on(t.networkId, t.callHash).where(sql`${t.callHash} is not null`),
    index('postbacks_received_at_idx').on(t.receivedAt, t.id),
    // The search for a reversal that came before its completion.
    index('postbacks_parked_idx').on(t.networkId, t.transactionId).where(sql`${t.outcome} = 'parked'`),
    // The inbox and the health of one network, and calls to addresses without one, which are limited; the postbacks of
    // the same click or transaction; alerts.
    index('postbacks_network_idx').on(t.networkId, t.receivedAt, t.id),
    index('postbacks_click_idx').on(t.clickId),
    index('postbacks_transaction_idx').on(t.transactionId),
    // What waits to be put into it may grow to 64 MB, in kB here: flush_postback_search_index does it, so that no
    // postback pays for those before it.
    index('postbacks_trigrams')
      .using('gin', t.clickId.op('gin_trgm_ops'), t.transactionId.op('gin_trgm_ops'), t.ip.op('gin_trgm_ops'))
      .with({ gin_pending_list_limit: 65_536 }),
    // Of each outcome by itself: the inbox, what is deleted after a while, and the sweep over those without one.
    index('postbacks_outcome_idx').on(t.outcome, t.receivedAt, t.id),
    // What means anything but a completion is little among all that does.
    index('postbacks_kind_idx').on(t.kind, t.receivedAt, t.id).where(sql`${t.kind} <> 'approve'`),
    index('postbacks_alert_idx').on(t.networkId, t.id).where(sql`${t.alert} is not null`),
    check(
      'postbacks_outcome',
      sql`${t.outcome} in ('accepted', 'repeat', 'pending', 'reversed', 'parked', 'refused', 'ignored')`,
    ),
    check('postbacks_kind', sql`${t.kind} in ('pending', 'approve', 'reverse', 'ignore')`),
    check('postbacks_body_encoding', sql`${t.bodyEncoding} in ('text', 'base64')`),
  ],
);

/** Each time that a postback was judged again with another outcome. */
export const postbackJudgements = pgTable(
  'postback_judgements',
  {
    id: primaryId(),
    postbackId: reference('postback_id')
      .notNull()
      .references(() => postbacks.id),
    at: instant('at').notNull().defaultNow(),
    cause: text('cause').notNull(),
    actorKind: text('actor_kind').notNull(),
    actorName: text('actor_name').notNull(),
    fromOutcome: text('from_outcome'),
    fromReason: text('from_reason'),
    toOutcome: text('to_outcome').notNull(),
    toReason: text('to_reason'),
  },
  (t) => [
    index('postback_judgements_postback_idx').on(t.postbackId, t.id),
    check('postback_judgements_cause', sql`${t.cause} in ('call', 'replay', 'match', 'settings')`),
  ],
);

/** Calls that proved not to be a network's, an hour of one address: beyond a quota they are counted and not kept. */
export const unauthenticatedCalls = pgTable(
  'unauthenticated_calls',
  {
    networkId: reference('network_id')
      .notNull()
      .references(() => networks.id),
    /** The address, `''` where there is none. */
    ip: text('ip').notNull(),
    hour: instant('hour').notNull(),
    calls: bigint('calls', { mode: 'number' }).notNull(),
    /** Of those the ones that have a row in `postbacks`. */
    kept: bigint('kept', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'unauthenticated_calls_pkey', columns: [t.networkId, t.hour, t.ip] }),
    index('unauthenticated_calls_hour_idx').on(t.hour),
  ],
);
