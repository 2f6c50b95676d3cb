import { randomUUID } from 'node:crypto';
import type { SqlClient } from '@inaam/db/client';
import type { Click } from './reference.ts';

/** The data of one history: an offer, two users, three clicks. Histories share nothing. */
export interface HistoryData {
  offer: number;
  users: [number, number];
  /** Two clicks of the first user and one of the second, by click id. */
  clicks: Map<string, Click>;
}

/** The default payout of the offers, in paise. */
export const REWARD = 2000;

/** Creates data for thousands of histories by SQL. */
export async function makeHistoryData(sql: SqlClient, networkSlug: string, count: number): Promise<HistoryData[]> {
  const run = randomUUID().slice(0, 8);
  await sql`
    with new_offers as (
      insert into offers (network_id, external_offer_id, title, description, offer_url, category, model, targeting,
        reward_paise)
      select n.id, ${`model-${run}-`} || i, 'Model', 'Model', 'https://partner.example/', 'Survey', 'CPA', 'ALL',
        ${REWARD}::int
      from networks n, generate_series(1, ${count}::int) i where n.slug = ${networkSlug}
      returning id
    ) insert into offer_odds (offer_id, version, odds)
      select id, 1, '[{"amount": 5, "permille": 500}]' from new_offers`;
  await sql`
    with new_users as (
      insert into users (email, first_name, last_name, password_hash)
      select ${run} || '-' || i || '@example.invalid', 'A', 'B', 'not a hash' from generate_series(1, ${count * 2}::int) i
      returning id
    ) insert into user_stats (user_id) select id from new_users`;
  await sql`
    insert into clicks (click_id, user_id, offer_id)
    select ${run} || '-' || i || '-' || k, u.id, o.id
    from generate_series(1, ${count}::int) i cross join generate_series(0, 2) k
    join users u on u.email = ${run} || '-' || (case when k < 2 then 2 * i - 1 else 2 * i end) || '@example.invalid'
    join offers o on o.external_offer_id = ${`model-${run}-`} || i`;
  const rows = await sql<{ click_id: string; user_id: number; offer_id: number }[]>`
    select k.click_id, k.user_id, k.offer_id from clicks k where k.click_id like ${`${run}-%`} order by k.offer_id,
      k.id`;
  const histories = new Map<number, HistoryData>();
  for (const { click_id, user_id, offer_id } of rows) {
    const data = histories.get(offer_id) ?? { offer: offer_id, users: [0, 0], clicks: new Map() };
    data.users[data.clicks.size < 2 ? 0 : 1] = user_id;
    data.clicks.set(click_id, { user: user_id, offer: offer_id, network: networkSlug });
    histories.set(offer_id, data);
  }
  return [...histories.values()];
}
