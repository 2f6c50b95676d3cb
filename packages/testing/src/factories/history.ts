import type { TestCore } from '../core.ts';
import { makeNetwork } from './completions.ts';
import { makeUser } from './identity.ts';
import { makeOffer } from './offers.ts';

/** ₹5 below 500, ₹150 below 700, then nothing. */
const ODDS = [
  { amount: 5, tenths: 500 },
  { amount: 150, tenths: 200 },
];

export interface TestHistory {
  users: number;
  offers: number;
}

/**
 * Users who came and were active at any time of the last months, with completions of any age, some reversed, spun or
 * not, won or not. A third of the users is the provider's. Dates lie in the past, which no move allows: facts are
 * written straight, and the counters made from them.
 */
export async function makeHistory(core: TestCore, { users, offers }: TestHistory): Promise<void> {
  const { sql } = core.database;
  const network = await makeNetwork(core);
  for (let i = 0; i < offers; i++) {
    await makeOffer(core, {
      title: `Offer ${String.fromCharCode(65 + i)}`,
      external_offer_id: `history-${i}`,
      spinner_config: ODDS,
    });
  }
  for (let i = 0; i < users; i++) {
    const names = { firstName: ['Asha', 'ravi', 'Zoya', 'Émile'][i % 4] ?? '', lastName: `Rao ${i}` };
    await makeUser(core, i % 3 === 0 ? { ...names, providerUid: `provider-${i}`, passwordHash: null } : names);
  }
  await sql`
    update users set
      -- Any moment of a day in India, its first and its last among them.
      created_at = ((ist_day(now()) - (random() ^ 2 * 100)::int)::timestamp at time zone 'Asia/Kolkata')
        + (array[interval '0', interval '86399.999 s', interval '1 s' * (random() * 86399)])[1 + (random() * 2)::int],
      last_activity_at = now() - random() ^ 2 * interval '60 days'`;
  // Nobody comes in the future.
  await sql`update users set created_at = now() - interval '1 minute' where created_at > now()`;
  await sql`
    insert into clicks (click_id, user_id, offer_id, created_at)
    select 'click-' || u.id || '-' || o.id, u.id, o.id, now() - interval '90 days'
    from users u, offers o where o.external_offer_id like 'history-%' and random() < (u.id % 11) / 10.0`;
  await sql`
    insert into completions (user_id, offer_id, click_id, network_id, transaction_id, payout_paise, currency,
      rate_micros,
      completed_at, status, reversed_at)
    select user_id, offer_id, id, (select id from networks where slug = ${network.slug}), 'history-' || id,
      (random() * 5000)::int,
      'INR', 1000000, least(now(), ((ist_day(now()) - (random() ^ 2 * 60)::int)::timestamp at time zone 'Asia/Kolkata')
        + (array[interval '0', interval '86399.999 s'])[1 + (random() < 0.5)::int]),
      case when reversed then 'reversed' else 'approved' end, case when reversed then now() end
    from (select k.*, random() < 0.15 as reversed from clicks k where random() < 0.8 and click_id like 'click-%') k`;
  await sql`
    insert into spins (completion_id, seed, odds, outcome, spun_at, client_seed, roll, landing_part, amount_paise)
    select id, decode(md5(id::text) || md5(id::text), 'hex'), ${JSON.stringify(ODDS)}::text::jsonb,
      case when roll is null then 'waiting' when roll < 700 then 'owed' else 'lost' end,
      case when roll is not null then now() end, case when roll is not null then '' end, roll,
      case when roll is not null then 0 end, case when roll < 500 then 500 when roll < 700 then 15000 end
    from (select id, case when random() < 0.7 then (random() * 999)::int end as roll from completions) c`;
  await sql`select recount()`;
}
