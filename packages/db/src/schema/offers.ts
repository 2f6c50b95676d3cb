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
import { bigintId, instant, paise, primaryId } from '../columns.ts';
import { networks } from './networks.ts';

/** A goal of an offer as stored. */
export interface StoredGoal {
  /** The network's name or id of the event; `''` for postbacks without a goal. */
  goal_id: string;
  name: string;
  /** The name in Hindi; absent in goals that are older than this field. */
  name_hi?: string | null | undefined;
  /** Used if the postback names no payout. Null: 0, or the offer's reward if the goal gives the spin. */
  payout_paise: number | null;
  gives_spin: boolean;
}

export const offers = pgTable(
  'offers',
  {
    id: primaryId(),
    networkId: bigintId('network_id').references(() => networks.id),
    externalOfferId: text('external_offer_id').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    /** What to do in a few words, such as 'Spend ₹299'; null: screens show a word for the payment model. */
    task: text('task'),
    /** The title in Hindi; null: the English title is shown. */
    titleHi: text('title_hi'),
    descriptionHi: text('description_hi'),
    taskHi: text('task_hi'),
    offerUrl: text('offer_url').notNull(),
    previewUrl: text('preview_url'),
    /** The task's steps in order; empty: see the description. */
    steps: text('steps').array().notNull().default([]),
    /** The steps in Hindi; empty: the English steps are shown. */
    stepsHi: text('steps_hi').array().notNull().default([]),
    /** Source of the offer's picture: a URL to fetch, or the path of an uploaded file. */
    pictureUrl: text('picture_url'),
    category: text('category').notNull(),
    model: text('model').notNull(),
    targeting: text('targeting').notNull(),
    /** Network payout of completions whose postback has none. */
    rewardPaise: paise('reward_paise').notNull(),
    /** The version of `offerOdds` for new completions. */
    oddsVersion: integer('odds_version').notNull().default(1),
    active: boolean('active').notNull().default(true),
    /** Maximum completions per day in Indian time; null: no limit. */
    dailyCap: integer('daily_cap'),
    /** First and last day, in Indian time, on which users can start the offer; null: no limit. */
    startsOn: date('starts_on', { mode: 'string' }),
    endsOn: date('ends_on', { mode: 'string' }),
    /** Archived by an admin: hidden in lists by default, and never shown to users. */
    archivedAt: instant('archived_at'),
    /** Goals that the network pays for, in order; one gives the spin. Empty: the first postback completes the offer. */
    goals: jsonb('goals').$type<readonly StoredGoal[]>().notNull().default([]),
    /** Whether a goal counts only after the user has reached the earlier goals. */
    goalsInOrder: boolean('goals_in_order').notNull().default(false),
    /** Maximum completions per day in Indian time, by country of the click; `*`: all other countries. */
    countryQuotas: jsonb('country_quotas')
      .$type<readonly { country: string; daily_cap: number }[]>()
      .notNull()
      .default([]),
    /** Incremented by each change, so that a save can detect a change since the offer was read. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('offers_created_at_idx').on(t.createdAt, t.id),
    // For the filter of conversions and clicks by external id.
    index('offers_external_offer_id_idx').on(t.externalOfferId),
    // Offers without a network share one namespace.
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
 * Former networks of offers, and when each was replaced. A former network may still report completions of earlier
 * clicks. A trigger on `offers` writes the rows.
 */
export const offerNetworkHistory = pgTable(
  'offer_network_history',
  {
    offerId: bigintId('offer_id')
      .notNull()
      .references(() => offers.id),
    networkId: bigintId('network_id')
      .notNull()
      .references(() => networks.id),
    replacedAt: instant('replaced_at').notNull(),
  },
  (t) => [primaryKey({ name: 'offer_network_history_pkey', columns: [t.offerId, t.networkId, t.replacedAt] })],
);

/**
 * Versions of offers' odds, numbered from 1 per offer. Validated on insert and never changed, because completions refer
 * to a version.
 */
export const offerOdds = pgTable(
  'offer_odds',
  {
    offerId: bigintId('offer_id')
      .notNull()
      .references(() => offers.id),
    version: integer('version').notNull(),
    /** `[{amount, permille}]`: whole rupees, and the probability in tenths of a percent. */
    odds: jsonb('odds').$type<readonly { amount: number; permille: number }[]>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'offer_odds_pkey', columns: [t.offerId, t.version] }),
    check('offer_odds_odds', sql`odds_valid(${t.odds})`),
    check('offer_odds_version', sql`${t.version} > 0`),
  ],
);

/**
 * Winnable amounts of a version of odds with the rolls that win them, written by a trigger on `offer_odds`. Other rolls
 * lose.
 */
export const offerOddsOutcomes = pgTable(
  'offer_odds_outcomes',
  {
    offerId: bigintId('offer_id').notNull(),
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

/** One row: the version of the list of offers. A process compares it with the version of its cached list. */
export const offerCatalogue = pgTable(
  'offer_catalogue',
  {
    id: boolean('id').primaryKey().default(true),
    /** The transaction that last changed an offer. Compare only for equality. */
    version: bigint('version', { mode: 'number' }).notNull(),
  },
  (t) => [check('offer_catalogue_one_row', sql`${t.id}`)],
);
