import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, paise, primaryId, reference } from '../columns.ts';
import { networks } from './networks.ts';

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
    category: text('category').notNull(),
    model: text('model').notNull(),
    targeting: text('targeting').notNull(),
    /** What the network pays for a completion whose postback carries no payout. */
    rewardPaise: paise('reward_paise').notNull(),
    /** `[{amount, tenths}]`: whole rupees, tenths of a percent. Completions keep a copy of their own. */
    odds: jsonb('odds').$type<readonly { amount: number; tenths: number }[]>().notNull(),
    active: boolean('active').notNull().default(true),
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
    check('offers_odds', sql`odds_valid(${t.odds})`),
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
