import { sql } from 'drizzle-orm';
import { bigint, boolean, check, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../columns.ts';

/** How a network's calls are signed. The union grows with the networks; a row of an unknown kind is refused. */
export type Signing = {
  /** HMAC-SHA256, hex, over the exact query string before the signature parameter, which must be the last. */
  kind: 'hmac_sha256_query';
  param: string;
};

/** How a network names the parameters of its calls. */
export interface ParamNames {
  click_id: string;
  transaction_id: string;
  payout: string;
  currency: string;
  status: string;
}

/** A partner network is a row, not code. */
export const networks = pgTable(
  'networks',
  {
    id: primaryId(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    active: boolean('active').notNull().default(true),
    /** The query parameter that carries our click id on outgoing links without a `{click_id}` macro. */
    clickParam: text('click_param').notNull(),
    params: jsonb('params').$type<ParamNames>().notNull(),
    /** The network's status words → what they mean here. A word that is not in it is parked, never paid. */
    statusMap: jsonb('status_map').$type<Record<string, 'approve' | 'reverse'>>().notNull(),
    signing: jsonb('signing').$type<Signing>().notNull(),
    signingSecret: text('signing_secret').notNull(),
    /** Addresses or CIDR blocks that may call; empty for any. */
    sourceAddresses: text('source_addresses').array().notNull().default(sql`'{}'`),
    currency: text('currency').notNull(),
    /** Rupees per unit of the currency, in millionths. */
    rateMicros: bigint('rate_micros', { mode: 'bigint' }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('networks_slug_key').on(t.slug),
    check('networks_currency', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check('networks_rate', sql`${t.rateMicros} > 0`),
  ],
);
