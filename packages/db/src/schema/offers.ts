import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant, paise, primaryId, reference } from '../columns.ts';
import { networks } from './networks.ts';

/** A goal of an offer as it is stored. */
export interface StoredGoal {
  /** The network's own name or id of the event; `''` for calls that name none. */
  goal_id: string;
  name: string;
  /**
   * What counts where a call brings no payout; null: nothing, or the offer's reward for the goal that gives the spin.
   */
  payout_paise: number | null;
  gives_spin: boolean;
}

export const offers = pgTable(
  'offers',
  {
    id: primaryId(),
    networkId: reference('network_id').references(() => networks.id),
    externalOfferId: text('external_offer_id').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    offerUrl: text('offer_url').notNull(),
    previewUrl: text('preview_url'),
    /** What there is to do, in order; empty: the description says it. */
    steps: text('steps').array().notNull().default([]),
    /** Where its picture is from: an address that is fetched, or the path of one that was uploaded. */
    pictureUrl: text('picture_url'),
    category: text('category').notNull(),
    model: text('model').notNull(),
    targeting: text('targeting').notNull(),
    /** What the network pays for a completion whose postback carries no payout. */
    rewardPaise: paise('reward_paise').notNull(),
    /** Which of its `offerOdds` are promised to who completes it now. */
    oddsVersion: integer('odds_version').notNull().default(1),
    active: boolean('active').notNull().default(true),
    /** Completions on one day in India beyond which nobody starts it; null: as many as come. */
    dailyCap: integer('daily_cap'),
    /** The first and the last day in India on which it can be started; null: from ever, for ever. */
    startsOn: date('starts_on', { mode: 'string' }),
    endsOn: date('ends_on', { mode: 'string' }),
    /** Put away by an admin: out of the usual lists, and never open to users. */
    archivedAt: instant('archived_at'),
    /**
     * What the network pays for on the way, in the order in which it is reached; one gives the spin. Empty: the first
     * call completes the offer.
     */
    goals: jsonb('goals').$type<readonly StoredGoal[]>().notNull().default([]),
    /** Whether a goal counts only after those that stand before it. */
    goalsInOrder: boolean('goals_in_order').notNull().default(false),
    /**
     * Completions on one day by clicks from a country beyond which nobody from there starts it; `*`: from any other.
     */
    countryQuotas: jsonb('country_quotas')
      .$type<readonly { country: string; daily_cap: number }[]>()
      .notNull()
      .default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('offers_created_at_idx').on(t.createdAt, t.id),
    // The filter of conversions and clicks takes the external id.
    index('offers_external_offer_id_idx').on(t.externalOfferId),
    // Offers without a network count as those of one.
    uniqueIndex('offers_external_key').on(sql`coalesce(${t.networkId}, 0)`, t.externalOfferId),
    check('offers_category', sql`${t.category} in ('Survey', 'App', 'Game', 'Shopping')`),
    check('offers_model', sql`${t.model} in ('CPR', 'CPA', 'CPI')`),
    check('offers_reward', sql`${t.rewardPaise} >= 0`),
    check('offers_daily_cap', sql`${t.dailyCap} > 0`),
    check('offers_goals', sql`jsonb_typeof(${t.goals}) = 'array'`),
    check('offers_country_quotas', sql`jsonb_typeof(${t.countryQuotas}) = 'array'`),
    check('offers_dates', sql`${t.startsOn} <= ${t.endsOn}`),
    check('offers_archived', sql`${t.archivedAt} is null or not ${t.active}`),
  ],
);

/**
 * The networks that offers belonged to, each until it moved: what was started before that is still theirs to report. A
 * trigger on `offers` writes them.
 */
export const offerNetworkHistory = pgTable(
  'offer_network_history',
  {
    offerId: reference('offer_id')
      .notNull()
      .references(() => offers.id),
    networkId: reference('network_id')
      .notNull()
      .references(() => networks.id),
    replacedAt: instant('replaced_at').notNull(),
  },
  (t) => [primaryKey({ name: 'offer_network_history_pkey', columns: [t.offerId, t.networkId, t.replacedAt] })],
);

/**
 * Versions of the odds of offers, numbered from 1 for each offer. They are checked here, once, and are not changed:
 * completions refer to the version that they were promised.
 */
export const offerOdds = pgTable(
  'offer_odds',
  {
    offerId: reference('offer_id')
      .notNull()
      .references(() => offers.id),
    version: integer('version').notNull(),
    /** `[{amount, tenths}]`: whole rupees, tenths of a percent. */
    odds: jsonb('odds').$type<readonly { amount: number; tenths: number }[]>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'offer_odds_pkey', columns: [t.offerId, t.version] }),
    check('offer_odds_odds', sql`odds_valid(${t.odds})`),
    check('offer_odds_version', sql`${t.version} > 0`),
  ],
);

/**
 * The amounts that a version of odds can win, each with the rolls that win it: a trigger on `offer_odds` writes them. A
 * roll of none of them wins nothing.
 */
export const offerOddsOutcomes = pgTable(
  'offer_odds_outcomes',
  {
    offerId: reference('offer_id').notNull(),
    version: integer('version').notNull(),
    firstRoll: integer('first_roll').notNull(),
    lastRoll: integer('last_roll').notNull(),
    amountPaise: paise('amount_paise').notNull(),
  },
  (t) => [
    primaryKey({ name: 'offer_odds_outcomes_pkey', columns: [t.offerId, t.version, t.firstRoll] }),
    check(
      'offer_odds_outcomes_rolls',
      sql`0 <= ${t.firstRoll} and ${t.firstRoll} <= ${t.lastRoll} and ${t.lastRoll} < 1000`,
    ),
    check('offer_odds_outcomes_amount', sql`${t.amountPaise} > 0`),
  ],
);

/** One row: which state the offers are in, so that a process can tell whether the list that it keeps is theirs. */
export const offerCatalogue = pgTable(
  'offer_catalogue',
  {
    id: boolean('id').primaryKey().default(true),
    /** The transaction that last changed an offer. Never compared but for being the same. */
    version: bigint('version', { mode: 'number' }).notNull(),
  },
  (t) => [check('offer_catalogue_one_row', sql`${t.id}`)],
);
