import type {
  DatedRate,
  LinkSigning,
  LinkValue,
  ParamNames,
  PostbackKind,
  Replies,
  StatusRule,
  TimestampRule,
} from '@inaam/contracts/networks/networks';
import type { Signing } from '@inaam/contracts/networks/signing';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { allOf, bothNullOrNeither, instant, paise, primaryId, reference } from '../columns.ts';
import { users } from './identity.ts';

/** A partner network is a row, not code. The shapes of the JSON columns are in packages/contracts/src/networks. */
export const networks = pgTable(
  'networks',
  {
    id: primaryId(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    active: boolean('active').notNull().default(true),
    /** The preset that it was made from. */
    preset: text('preset'),
    /** The query parameter that carries our click id on outgoing links without a `{click_id}` macro. */
    clickParam: text('click_param').notNull(),
    linkParams: jsonb('link_params').$type<Record<string, LinkValue>>().notNull().default({}),
    linkMacros: jsonb('link_macros').$type<Record<string, LinkValue>>().notNull().default({}),
    /** How outgoing links are signed; null where they are not. */
    linkSigning: jsonb('link_signing').$type<LinkSigning>(),
    params: jsonb('params').$type<ParamNames>().notNull(),
    paramsIn: text('params_in').$type<'query' | 'body' | 'either'>().notNull().default('query'),
    /** The network's status words → what they mean here. A word that is not in it is parked, never paid. */
    statusMap: jsonb('status_map').$type<Record<string, PostbackKind>>().notNull(),
    statusRules: jsonb('status_rules').$type<StatusRule[]>().notNull().default([]),
    signing: jsonb('signing').$type<Signing>().notNull(),
    signingSecret: text('signing_secret').notNull(),
    /** The secret before the last rotation, valid for postbacks that were received until `previousUntil`. */
    previousSecret: text('previous_secret'),
    previousUntil: instant('previous_until'),
    signedUrl: text('signed_url'),
    /** Addresses or CIDR blocks that may call; empty for any. */
    sourceAddresses: text('source_addresses').array().notNull().default(sql`'{}'`),
    sourceMode: text('source_mode').$type<'enforce' | 'log'>().notNull().default('enforce'),
    currency: text('currency').notNull(),
    /** Rupees per unit of the currency, in millionths. */
    rateMicros: bigint('rate_micros', { mode: 'bigint' }).notNull(),
    /** Other currencies of its calls, and later rates of the first. */
    rates: jsonb('rates').$type<DatedRate[]>().notNull().default([]),
    /** By how much the time that a call names may differ from ours; null where none is looked at. */
    callTimestamp: jsonb('call_timestamp').$type<TimestampRule>(),
    /** Public keys that its signatures are verified with, as they were fetched last: `PublicKeys` in core. */
    publicKeys: jsonb('public_keys').$type<unknown>(),
    replies: jsonb('replies').$type<Replies>().notNull().default({}),
    holdSeconds: integer('hold_seconds').notNull().default(0),
    clickWindowSeconds: integer('click_window_seconds'),
    payoutCeilingPaise: paise('payout_ceiling_paise'),
    /** What follows the `?` of the address to paste at the network. */
    postbackQuery: text('postback_query').notNull().default(''),
    /** Where the network's list of offers is and how it is read: `FeedSettings` in packages/contracts. */
    feed: jsonb('feed').$type<unknown>(),
    feedSecret: text('feed_secret'),
    /** When the feed is looked at next by itself; null where it is not. */
    feedDueAt: instant('feed_due_at'),
    /** When it was looked at last, and what went wrong then. */
    feedCheckedAt: instant('feed_checked_at'),
    feedError: text('feed_error'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('networks_slug_key').on(t.slug),
    check('networks_currency', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check('networks_rate', sql`${t.rateMicros} > 0`),
    check('networks_params_in', sql`${t.paramsIn} in ('query', 'body', 'either')`),
    check('networks_source_mode', sql`${t.sourceMode} in ('enforce', 'log')`),
    check('networks_previous', bothNullOrNeither(t.previousSecret, t.previousUntil)),
    check('networks_hold', sql`${t.holdSeconds} >= 0`),
    check('networks_limits', sql`${t.clickWindowSeconds} > 0 and ${t.payoutCeilingPaise} >= 0`),
    // These are not signed: the limits bound what somebody who learnt the secret could take.
    check(
      'networks_unsigned_limits',
      sql`${t.signing} ->> 'kind' not in ('path_secret', 'token') or (${allOf(
        sql`${t.clickWindowSeconds} is not null`,
        sql`${t.payoutCeilingPaise} is not null`,
      )})`,
    ),
  ],
);

/** By which random id a network knows a person. */
export const networkUsers = pgTable(
  'network_users',
  {
    networkId: reference('network_id')
      .notNull()
      .references(() => networks.id),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id),
    externalId: text('external_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'network_users_pkey', columns: [t.networkId, t.userId] }),
    uniqueIndex('network_users_external_key').on(t.networkId, t.externalId),
    index('network_users_user_idx').on(t.userId),
  ],
);
