import type { TestCore } from '../core.ts';
import { sqlSeed } from '../sampling.ts';
import { waitForChangeFeed } from '../wait-for-change-feed.ts';
import { makeNetwork } from './completions.ts';
import { makeUser } from './identity.ts';
import { createSealedSeed } from './mail-secrets.ts';
import { makeOffer } from './offers.ts';

/** Rolls below 500 win ₹5, rolls below 700 win ₹150, all other rolls lose. */
const ODDS = [
  { amount: 5, permille: 500 },
  { amount: 150, permille: 200 },
];

export interface TestHistory {
  users: number;
  offers: number;
}

/**
 * Creates users who registered and were active at any time of the last months, with completions of any age: some
 * reversed, spun or not, won or not. A third of the users sign in through the identity provider. Writes rows
 * directly, since no command accepts a past date. The change feed then computes the counters from them.
 */
export async function makeHistory(core: TestCore, { users, offers }: TestHistory): Promise<void> {
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
  await core.database.sql.begin(async (sql) => {
    await sql`select setseed(${sqlSeed()})`;
    await sql`
      update users set
        -- A random moment of a day (IST), often the first or the last moment of the day.
        created_at = ((ist_day(now()) - (random() ^ 2 * 100)::int)::timestamp at time zone 'Asia/Kolkata')
          + (array[interval '0', interval '86399.999 s', interval '1 s' * (random() * 86399)])[1 + (random() * 2)::int]`;
    // Moves registrations of the future into the past.
    await sql`update users set created_at = now() - interval '1 minute' where created_at > now()`;
    // Adds registrations of today and yesterday to every sample.
    await sql`
      update users set created_at = (ist_day(now()) - (id % 40 - 1)::int)::timestamp at time zone 'Asia/Kolkata'
      where id % 40 in (1, 2)`;
    // Users without clicks have been away for long, so that this case exists in every sample.
    await sql`update users set created_at = created_at - interval '45 days' where id % 11 = 0`;
    // A registration counts as activity.
    await sql`
      update user_stats s set last_activity_at = greatest(u.created_at, now() - random() ^ 2 * interval '60 days')
      from users u where u.id = s.user_id and u.id % 11 > 0`;
    await sql`
      update user_stats s set last_activity_at = u.created_at from users u where u.id = s.user_id and u.id % 11 = 0`;
    await sql`
      insert into clicks (click_id, user_id, offer_id, created_at)
      select 'click-' || u.id || '-' || o.id, u.id, o.id, now() - interval '90 days'
      from users u, offers o where o.external_offer_id like 'history-%' and random() < (u.id % 11) / 10.0`;
    const { seed, commitment } = createSealedSeed(core.services);
    await sql`
      insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, payout_paise,
        currency, rate_micros, completed_at, approved_at, seed, commitment)
      select user_id, offer_id, 1, id, (select id from networks where slug = ${network.slug}), 'history-' || id,
        (random() * 5000)::int, 'INR', 1000000, at, at, ${seed}, ${commitment}
      from (
        select k.*,
          least(now(), ((ist_day(now()) - (random() ^ 2 * 60)::int)::timestamp at time zone 'Asia/Kolkata')
            + (array[interval '0', interval '86399.999 s'])[1 + (random() < 0.5)::int]) as at
        from clicks k where random() < 0.8 and click_id like 'click-%'
      ) done`;
    await sql`
      insert into spins (
        completion_id, spun_at, roll, landing_permille, wheel_layout, client_seed, client_seed_status, amount_paise)
      select id, at, roll, 0, 1, '', 'open', case when roll < 500 then 500 when roll < 700 then 15000 end
      from (
        select id, (random() * 999)::int as roll,
          least(now(), completed_at + random() ^ 2 * interval '20 days') as at
        from completions where random() < 0.7
      ) spun`;
    await sql`
      insert into owed_wins (completion_id, amount_paise, owed_since)
      select completion_id, amount_paise, spun_at from spins where amount_paise is not null
      order by spun_at, completion_id`;
    await sql`
      with gone as (
        insert into completion_events (completion_id, kind) select id, 'reversed' from completions where random() < 0.15
        returning completion_id
      ) insert into spins (completion_id, landing_permille, wheel_layout, client_seed, client_seed_status)
        select completion_id, 0, 0, '', 'open' from gone on conflict do nothing`;
  });
  await waitForChangeFeed(core);
}

/**
 * Completes every offer that a user has neither clicked nor completed, with transactions `late-…`. A third of these
 * completions is not confirmed, a sixth is on hold. The change feed has not read them when the function returns.
 */
export async function completeRemainingOffers({ database, services }: TestCore): Promise<void> {
  const { seed, commitment } = createSealedSeed(services);
  await database.sql`
    with clicked as (
      insert into clicks (click_id, user_id, offer_id)
      select 'late-' || u.id || '-' || o.id, u.id, o.id from users u, offers o
      where not exists (select from completions c where c.user_id = u.id and c.offer_id = o.id)
        and not exists (select from clicks k where k.user_id = u.id and k.offer_id = o.id)
      returning id, user_id, offer_id)
    insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, payout_paise,
      currency, rate_micros, approved_at, held_until, seed, commitment)
    select user_id, offer_id, 1, id, (select min(id) from networks), 'late-' || id, 700, 'INR', 1000000,
      case when id % 3 > 0 then now() end, case when id % 6 = 2 then now() + interval '1 day' end, ${seed},
      ${commitment} from clicked`;
}
