import type { PostbackKind, PostbackOutcome } from '@inaam/contracts/networks/networks';
import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, instant, primaryId } from '../columns.ts';
import { networks } from './networks.ts';

/**
 * Requests to `/postback/:network` as received, with their outcomes. Identical repeats are only counted, in `repeats`.
 * Rejected postbacks over a quota are only counted, in {@link unauthenticatedCalls}.
 */
export const postbacks = pgTable(
  'postbacks',
  {
    id: primaryId(),
    networkId: bigintId('network_id').references(() => networks.id),
    slug: text('slug').notNull(),
    /** Random per postback, so that a repeated insert after a lost connection finds the first row. */
    retryKey: text('retry_key').notNull(),
    method: text('method').notNull(),
    /** The URL without the query: our public origin and the received path. It may contain the network's secret. */
    rawUrl: text('raw_url').notNull().default(''),
    rawQuery: text('raw_query').notNull(),
    rawBody: text('raw_body').notNull(),
    /** The body is stored byte for byte: as text, or as base64 if it is not text. */
    bodyEncoding: text('body_encoding').$type<'text' | 'base64'>().notNull().default('text'),
    /** The body's full size in bytes, if URL, query or body are stored only in part. */
    truncatedFromBytes: bigint('truncated_from_bytes', { mode: 'number' }),
    /** SHA-256 over URL, query and body in hex, if they are stored only in part. */
    contentHash: text('content_hash'),
    contentType: text('content_type'),
    /** Headers that a network may sign with or that identify the caller, names in lower case. */
    headers: jsonb('headers').$type<Record<string, string>>().notNull().default({}),
    ip: text('ip'),
    receivedAt: instant('received_at').notNull().defaultNow(),
    /** Null until the postback has been judged. After a crash it stays null, and a job judges the postback again. */
    outcome: text('outcome').$type<PostbackOutcome>(),
    reason: text('reason'),
    /** An alert for admins, whatever the outcome. */
    alert: text('alert'),
    judgedAt: instant('judged_at'),
    /** Values read from the postback. They have columns, so that parked postbacks can be matched. */
    kind: text('kind').$type<PostbackKind>(),
    clickId: text('click_id'),
    /** The network's transaction id, or `click:{click}:{goal}` if the network sends none. */
    transactionId: text('transaction_id'),
    goalId: text('goal_id'),
    payoutMicros: bigint('payout_micros', { mode: 'bigint' }),
    currency: text('currency'),
    /** The click that an admin assigned to the postback. */
    assignedClickId: text('assigned_click_id'),
    completionId: bigintId('completion_id'),
    /** The start of a hash over query and body, only for postbacks with an effect. Repeats find their row by it. */
    callHash: bigint('call_hash', { mode: 'bigint' }),
    /** Number of identical repeats and the time of the last: repeats have no rows. */
    repeats: bigint('repeats', { mode: 'number' }).notNull().default(0),
    repeatedAt: instant('repeated_at'),
  },
  (t) => [
    uniqueIndex('postbacks_retry_key').on(t.retryKey),
    index('postbacks_call_hash_idx').on(t.networkId, t.callHash).where(sql`${t.callHash} is not null`),
    index('postbacks_received_at_idx').on(t.receivedAt, t.id),
    // Finds a reversal that came before its completion.
    index('postbacks_parked_idx').on(t.networkId, t.transactionId).where(sql`${t.outcome} = 'parked'`),
    // For the inbox and the health of a network. Also serves to count stored postbacks to slugs without a network, so
    // that only a limited number of them is stored. The next two indexes find the postbacks of a click or a
    // transaction.
    index('postbacks_network_idx').on(t.networkId, t.receivedAt, t.id),
    index('postbacks_click_idx').on(t.clickId),
    index('postbacks_transaction_idx').on(t.transactionId),
    // The pending list may grow to 64 MB (the limit is in kB). flush_postback_search_index empties it, so that no
    // insert has to move the entries of earlier postbacks.
    index('postbacks_trigrams')
      .using('gin', t.clickId.op('gin_trgm_ops'), t.transactionId.op('gin_trgm_ops'), t.ip.op('gin_trgm_ops'))
      .with({ gin_pending_list_limit: 65_536 }),
    // For the inbox by outcome, for retention, and for the job that judges postbacks without an outcome.
    index('postbacks_outcome_idx').on(t.outcome, t.receivedAt, t.id),
    // A partial index, because kinds other than `approve` are rare.
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

/** Later judgements that changed the outcome of a postback. */
export const postbackJudgements = pgTable(
  'postback_judgements',
  {
    id: primaryId(),
    postbackId: bigintId('postback_id')
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

/** Counts rejected postbacks per network, IP address and hour. Over a quota they are only counted, not stored. */
export const unauthenticatedCalls = pgTable(
  'unauthenticated_calls',
  {
    networkId: bigintId('network_id')
      .notNull()
      .references(() => networks.id),
    /** The IP address; `''` if unknown. */
    ip: text('ip').notNull(),
    hour: instant('hour').notNull(),
    calls: bigint('calls', { mode: 'number' }).notNull(),
    /** How many of these postbacks have a row in `postbacks`. */
    kept: bigint('kept', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'unauthenticated_calls_pkey', columns: [t.networkId, t.hour, t.ip] }),
    index('unauthenticated_calls_hour_idx').on(t.hour),
  ],
);
