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
import { bigintId, bothNullOrNeither, instant, joinConditions, paise, primaryId } from '../columns.ts';
import { users } from './identity.ts';

/** A partner network: configured by its row, not by code. JSON shapes: packages/contracts/src/networks. */
export const networks = pgTable(
  'networks',
  {
    id: primaryId(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    active: boolean('active').notNull().default(true),
    /** The preset that the network was created from; null if there was none. */
    preset: text('preset'),
    /** The query parameter for our click id on outgoing links without a `{click_id}` macro. */
    clickParam: text('click_param').notNull(),
    linkParams: jsonb('link_params').$type<Record<string, LinkValue>>().notNull().default({}),
    linkMacros: jsonb('link_macros').$type<Record<string, LinkValue>>().notNull().default({}),
    /** How outgoing links are signed; null for unsigned links. */
    linkSigning: jsonb('link_signing').$type<LinkSigning>(),
    params: jsonb('params').$type<ParamNames>().notNull(),
    paramsIn: text('params_in').$type<'query' | 'body' | 'either'>().notNull().default('query'),
    /** Maps the network's status words to kinds. Unknown words are parked, never paid. */
    statusMap: jsonb('status_map').$type<Record<string, PostbackKind>>().notNull(),
    statusRules: jsonb('status_rules').$type<StatusRule[]>().notNull().default([]),
    signing: jsonb('signing').$type<Signing>().notNull(),
    signingSecret: text('signing_secret').notNull(),
    /** The secret before the last rotation, valid for postbacks received until `previousUntil`. */
    previousSecret: text('previous_secret'),
    previousUntil: instant('previous_until'),
    signedUrl: text('signed_url'),
    /** Allowed IP addresses or CIDR blocks; empty: any. */
    sourceAddresses: text('source_addresses').array().notNull().default(sql`'{}'`),
    sourceMode: text('source_mode').$type<'enforce' | 'log'>().notNull().default('enforce'),
    currency: text('currency').notNull(),
    /** Rupees per unit of the currency, in millionths. */
    rateMicros: bigint('rate_micros', { mode: 'bigint' }).notNull(),
    /** Rates of other currencies, and later rates of the main currency. */
    rates: jsonb('rates').$type<DatedRate[]>().notNull().default([]),
    /** Allowed clock difference of a postback's timestamp; null: not checked. */
    callTimestamp: jsonb('call_timestamp').$type<TimestampRule>(),
    /** Fetched public keys for the network's signatures: `PublicKeys` in packages/contracts. */
    publicKeys: jsonb('public_keys').$type<unknown>(),
    replies: jsonb('replies').$type<Replies>().notNull().default({}),
    holdSeconds: integer('hold_seconds').notNull().default(0),
    clickWindowSeconds: integer('click_window_seconds'),
    payoutCeilingPaise: paise('payout_ceiling_paise'),
    /** A postback whose payout is above this many times the offer's reward amount is parked; 0: never. */
    payoutRatio: integer('payout_ratio').notNull().default(20),
    /** The query string of the postback URL to paste into the network's dashboard. */
    postbackQuery: text('postback_query').notNull().default(''),
    /** URL and format of the network's offer feed: `FeedSettings` in packages/contracts. */
    feed: jsonb('feed').$type<unknown>(),
    feedSecret: text('feed_secret'),
    /** Time of the next automatic feed check; null if these checks are off. */
    feedDueAt: instant('feed_due_at'),
    /** Time of the last feed check, and the error of that check; null without an error. */
    feedCheckedAt: instant('feed_checked_at'),
    feedError: text('feed_error'),
    /** Incremented by each change of the settings, so that a save can detect a change since the settings were read. */
    version: integer('version').notNull().default(1),
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
    check('networks_payout_ratio', sql`${t.payoutRatio} >= 0`),
    // Without signatures, the limits bound the damage of a leaked secret.
    check(
      'networks_unsigned_limits',
      sql`${t.signing} ->> 'kind' not in ('path_secret', 'token') or (${joinConditions(
        sql`${t.clickWindowSeconds} is not null`,
        sql`${t.payoutCeilingPaise} is not null`,
      )})`,
    ),
  ],
);

/** The random id by which a network knows a user. */
export const networkUsers = pgTable(
  'network_users',
  {
    networkId: bigintId('network_id')
      .notNull()
      .references(() => networks.id),
    userId: bigintId('user_id')
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
