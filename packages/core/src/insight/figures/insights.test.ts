import { offerCompareInput, reportInput } from '@inaam/contracts/insights/report';
import { todoKinds } from '@inaam/contracts/insights/todos';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork, postback } from '@inaam/testing/factories/completions';
import { makeUser, type TestUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCode } from '../../ledger/vouchers/codes.ts';
import { listTodos } from '../../office/dashboard/todos.ts';
import { getDashboard } from '../dashboard/dashboard.ts';
import { getDayRange, getPreviousDayRange } from './period.ts';
import { compareOfferPeriods, getReport } from './report.ts';
import { getToday, shiftDay } from './series.ts';
import { getUserStats } from './user-stats.ts';

let core: TestCore;
const people: TestUser[] = [];

/** A small history of all kinds: wins, losses, owed wins, reversals before and after a spin, unused spins. */
beforeAll(async () => {
  core = await createTestCore();
  const network = await makeNetwork(core);
  await addStock(core, { amount: 3, count: 9 });
  const offers = [];
  for (let i = 0; i < 5; i++) {
    const odds = [
      { amount: 3, permille: 450 },
      { amount: 8, permille: 250 },
    ];
    offers.push((await makeOffer(core, { spinner_config: odds, reward_amount: 1050 + i })).offer_id);
  }
  let spins = 0;
  for (let i = 0; i < 12; i++) people.push(await makeUser(core));
  for (const [p, person] of people.entries()) {
    for (const [o, offerId] of offers.entries()) {
      const dice = (p * 7 + o * 3) % 8;
      if (dice === 0) continue;
      const { clickId, transactionId, completionId } = await completeOffer(core, network, person, offerId);
      const reverse = () =>
        postback(core, network, { click_id: clickId, transaction_id: transactionId, status: 'reversed' });
      if (dice === 1) await reverse();
      // These rolls reach all outcomes. Random rolls might leave stock of ₹3, but a test below expects none.
      else if (dice !== 2) await settleWithRoll(core, completionId, (spins++ * 137) % 1000);
      if (dice === 3) await reverse();
    }
  }
  await makeOffer(core, { is_active: false });
  await core.database.sql`
    update vouchers set used_at = now()
      where id in (select id from voucher_states where status = 'assigned' order by id limit 2)`;
  // Moves some registrations to an earlier day.
  await core.database.sql`update users set created_at = now() - interval '3 days' where id <= ${people[4]?.id ?? 0}`;
});
afterAll(() => core.close());

interface Fact {
  user_id: number;
  payout: number;
  reversed: boolean;
  spun: boolean;
  won: number | null;
  code: string | null;
  owed: boolean;
}

const facts = async () =>
  (await core.database.sql`
    select c.user_id, c.payout_paise as payout, c.status = 'reversed' as reversed, s.spun_at is not null as spun,
      s.amount_paise as won, v.code, s.outcome = 'owed' as owed
    from completion_states c join spin_states s on s.completion_id = c.id left
      join completion_vouchers v on v.completion_id = c.id
    order by c.completed_at desc, c.id desc`) as unknown as Fact[];

const total = (numbers: (number | null)[]): number => numbers.reduce<number>((sum, n) => sum + (n ?? 0), 0);

test('the test history has every kind of outcome', async () => {
  const all = await facts();
  for (const [kind, isPresent] of Object.entries({
    wins: all.some(({ code }) => code),
    losses: all.some(({ spun, won }) => spun && won === null),
    owed: all.some(({ owed }) => owed),
    unused: all.some(({ spun, reversed }) => !spun && !reversed),
    'reversed and withheld': all.some(({ spun, reversed }) => !spun && reversed),
    'reversed after its spin': all.some(({ spun, reversed }) => spun && reversed),
  })) {
    expect([kind, isPresent]).toEqual([kind, true]);
  }
});

test('shows figures of each user that equal sums over the user’s completions and spins', async () => {
  const all = await facts();
  for (const { id } of people) {
    const own = all.filter(({ user_id }) => user_id === id);
    const won = own.flatMap((fact) => (fact.won === null ? [] : [fact.won / 100]));
    const { stats, completions } = await getUserStats(core.services, id);
    expect(stats).toEqual({
      total_completions: own.length,
      spins_used: own.filter(({ spun }) => spun).length,
      total_vouchers_won: won.length,
      total_voucher_value: total(won),
      vouchers_by_amount: Object.fromEntries(
        [...new Set(won)].map((amount) => [amount, won.filter((each) => each === amount).length]),
      ),
      milestone_vouchers: 0,
      milestone_value: 0,
      milestone_progress: own.filter(({ reversed }) => !reversed).length,
      next_milestone: null,
    });
    expect(
      completions.map((each) => [each.voucher_code, each.spinner_used, each.reversed, each.owed, each.reward_type]),
    ).toEqual(
      own.map((each) => [
        each.code && openCode(core.services.secrets, each.code, each.won ?? 0),
        each.spun,
        each.reversed,
        each.owed,
        each.won === null ? 'none' : `voucher_${each.won / 100}`,
      ]),
    );
  }
  expect((await getUserStats(core.services, (await makeUser(core)).id)).completions).toEqual([]);
});

describe('the dashboard', () => {
  test('shows figures that equal sums over all completions and spins', async () => {
    const all = await facts();
    const { stats } = await getDashboard(core.kernel, 7);
    const [counted] = await core.database.sql`
      select (select count(*) from users) as total_users,
        (select count(*) from users
          where (created_at at time zone 'Asia/Kolkata')::date = (now() at time zone 'Asia/Kolkata')::date) as new_users_today,
        (select count(*) from offers where active) as active_offers,
        (select count(*) from voucher_states where status = 'available') as available_vouchers,
        (select count(*) from voucher_states where status = 'used') as used_vouchers`;
    const revenue = total(all.filter(({ reversed }) => !reversed).map(({ payout }) => payout)) / 100;
    const wins = all.filter(({ won }) => won !== null);
    expect(stats).toEqual({
      ...counted,
      total_conversions: all.length,
      conversions_today: all.length,
      total_revenue: revenue,
      revenue_today: revenue,
      total_voucher_value: total(wins.map(({ won }) => won)) / 100,
      total_rewards_given: wins.length,
    });
    expect(stats.used_vouchers).toBe(2);
    expect(stats.new_users_today).toBeLessThan(stats.total_users);
  });

  test('shows the last ten users and conversions, newest first', async () => {
    const { recentUsers, recentConversions } = await getDashboard(core.kernel, 7);
    const users = await core.database.sql`
      select id as user_id, email from users order by created_at desc, id desc limit 10`;
    expect(recentUsers.map(({ user_id, email }) => ({ user_id, email }))).toEqual([...users]);
    const last = (await facts()).slice(0, 10);
    const fields = recentConversions.map((each) => [
      each.user_id,
      each.voucher_won,
      each.voucher_amount,
      each.payout_amount,
    ]);
    const rupees = (paise: number | null) => (paise === null ? null : paise / 100);
    expect(fields).toEqual(last.map(({ user_id, won, payout }) => [user_id, won !== null, rupees(won), payout / 100]));
    const owners = await core.database.sql`
      select id as completion_id, user_id from completions
      where id in ${core.database.sql(recentConversions.map((each) => each.completion_id))}`;
    expect(recentConversions.map(({ completion_id, user_id }) => ({ completion_id, user_id }))).toEqual(
      recentConversions.map(({ completion_id }) => owners.find((owner) => owner['completion_id'] === completion_id)),
    );
  });
});

describe('the report', () => {
  const readReport = (input: object) => getReport(core.kernel, reportInput.parse(input));

  test('has a row per day, with figures that equal sums over the completions and spins of the day', async () => {
    const all = await facts();
    const { days, days_before, before, from, to, offers, yesterday } = await readReport({ period: '7' });
    expect(days).toHaveLength(7);
    expect([days[0]?.day, days.at(-1)?.day]).toEqual([from, to]);
    const [paid, spun] = [all.filter(({ reversed }) => !reversed), all.filter((fact) => fact.spun)];
    const won = total(all.map((fact) => fact.won)) / 100;
    const revenue = total(paid.map(({ payout }) => payout)) / 100;
    expect(days.at(-1)).toMatchObject({
      conversions: all.length,
      spins: spun.length,
      wins: all.filter((fact) => fact.won !== null).length,
      used: 2,
      revenue,
      voucher_cost: won,
      margin: Math.round((revenue - won) * 100) / 100,
    });
    const [joined] = await core.database.sql<{ users: number }[]>`
      select count(*) as users from users where created_at > now() - interval '7 days'`;
    expect(days.reduce((sum, day) => sum + day.users, 0)).toBe(joined?.users);
    // The previous period is before the test history.
    expect(before?.to).toBe(shiftDay(from, -1));
    expect(days_before.every((day) => day.conversions === 0)).toBe(true);
    expect(yesterday.day).toBe(shiftDay(to, -1));
    expect(offers.reduce((sum, offer) => sum + Math.round(offer.margin * 100), 0)).toBe(
      Math.round((revenue - won) * 100),
    );
    expect(offers.map(({ margin }) => margin)).toEqual(offers.map(({ margin }) => margin).toSorted((a, b) => b - a));
    const then = await readReport({ period: 'custom', from: shiftDay(to, 1), to: shiftDay(to, 7) });
    expect(then.offers.map(({ margin, margin_before }) => [margin, margin_before])).toEqual(
      expect.arrayContaining(offers.map(({ margin }) => [0, margin])),
    );
  });

  test('requires both custom dates, in order, at most a year apart', () => {
    const problem = (input: object) => {
      const { error } = reportInput.safeParse({ period: 'custom', ...input });
      return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    };
    expect(problem({})).toEqual(['from is required', 'to is required']);
    expect(problem({ from: '2026-07-02', to: '2026-07-01' })).toEqual(['to must not be before from']);
    expect(problem({ from: '2025-01-01', to: '2026-01-02' })).toEqual(['to must be less than 366 days after from']);
    expect(problem({ from: '2024-02-30', to: '2024-03-01' })).toEqual(['from must be a day as YYYY-MM-DD']);
    expect(problem({ from: '2025-01-01', to: '2026-01-01' })).toBeUndefined();
  });

  // The expected days were read from a calendar.
  test.each([
    ['today', '2026-03-31', '2026-03-31 2026-03-31', '2026-03-30 2026-03-30'],
    ['30', '2026-03-31', '2026-03-02 2026-03-31', '2026-01-31 2026-03-01'],
    ['this_month', '2026-03-31', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
    ['this_month', '2026-03-10', '2026-03-01 2026-03-10', '2026-02-01 2026-02-10'],
    ['last_month', '2026-01-10', '2025-12-01 2025-12-31', '2025-11-01 2025-11-30'],
  ] as const)('covers the right days for %s on %s', (period, now, expected, before) => {
    const span = getDayRange({ period }, now);
    expect(Object.values(span).join(' ')).toBe(expected);
    expect(Object.values(getPreviousDayRange(span, { period, compare: 'before' }) ?? {}).join(' ')).toBe(before);
    expect(getPreviousDayRange(span, { period, compare: 'off' })).toBeNull();
  });

  test('compares a period with a custom period', () => {
    const own = { period: 'today', compare: 'own', before_from: '2026-01-05', before_to: '2026-02-03' } as const;
    const span = { from: '2026-03-31', to: '2026-03-31' };
    expect(getPreviousDayRange(span, own)).toEqual({ from: '2026-01-05', to: '2026-02-03' });
    const { error } = reportInput.safeParse({ ...own, before_from: '2026-02-04' });
    expect(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([
      'before_to must not be before before_from',
    ]);
  });

  test('compares an offer with itself in another period', async () => {
    const { offers, from, to } = await readReport({ period: '7' });
    for (const { offer_id, clicks, conversions, revenue, voucher_cost, margin } of offers) {
      const input = offerCompareInput.parse({ offer_id, period: '7' });
      const { now, before } = await compareOfferPeriods(core.kernel, input);
      expect(now).toMatchObject({ from, to, clicks, completions: conversions, revenue, voucher_cost, margin });
      expect(before).toMatchObject({ to: shiftDay(from, -1), clicks: 0, revenue: 0 });
    }
    const unknown = compareOfferPeriods(core.kernel, offerCompareInput.parse({ offer_id: 999_999 }));
    await expect(unknown).rejects.toMatchObject({ code: 'OFFER_NOT_FOUND' });
  });

  test('compares a leap day with 28 February', () => {
    const leap = { from: '2024-02-29', to: '2024-02-29' };
    expect(getPreviousDayRange(leap, { period: 'today', compare: 'year' })).toEqual({
      from: '2023-02-28',
      to: '2023-02-28',
    });
  });
});

describe('the list of todos', () => {
  const readTodos = async () =>
    Object.fromEntries((await listTodos(core.kernel)).todos.map(({ kind, ...rest }) => [kind, rest]));

  test('lists owed wins with their value, and amounts that are out of stock', async () => {
    const owed = (await facts()).filter((fact) => fact.owed);
    expect(await readTodos()).toEqual({
      owed_wins: { count: owed.length, value: total(owed.map(({ won }) => won)) / 100, subject: null },
      stock_out: { count: 2, value: null, subject: { id: null, name: '₹3, ₹8' } },
    });
  });

  test('lists expiring stock, devices with three accounts, open cases, parked and refused postbacks', async () => {
    const { sql } = core.database;
    await addStock(core, { amount: 3, count: 30, expiry: shiftDay(await getToday(core.kernel), 3) });
    await sql`update users set registration_device = 'ring' where id = any(${people.slice(0, 3).map(({ id }) => id)})`;
    await sql`
      insert into devices (fingerprint, registration_count, first_registration, last_registration)
      values ('ring', 3, now(), now())
      on conflict (fingerprint) do update set registration_count = 3`;
    const [click] = await sql<{ id: number; user_id: number; offer_id: number }[]>`
      select id, user_id, offer_id from clicks limit 1`;
    await sql`
      insert into credit_cases (user_id, offer_id, click_id, message)
      values (${click?.user_id ?? 0}, ${click?.offer_id ?? 0}, ${click?.id ?? 0}, 'Where is it?')`;
    await sql`
      update postbacks set outcome = case when id % 2 = 0 then 'parked' else 'refused' end, reason = 'test'
      where id in (select id from postbacks order by id limit 4)`;
    const todos = await readTodos();
    // The owed wins have taken some of the added vouchers.
    const free = await sql`select 1 from free_vouchers where expiry_date < '2099-01-01'`;
    expect(free.length).toBeGreaterThan(0);
    expect(todos).toMatchObject({
      vouchers_expiring: { count: free.length, value: 3 * free.length },
      open_cases: { count: 1 },
      rings: { count: 1 },
      parked_postbacks: { count: 2, subject: { name: expect.any(String) } },
      refused_postbacks: { count: 2 },
    });
    const kinds = Object.keys(todos);
    expect(kinds).toEqual(todoKinds.filter((kind) => kinds.includes(kind)));
    await sql`update devices set blocked_at = now() where fingerprint = 'ring'`;
    expect((await readTodos()).rings).toBeUndefined();
  });

  test('lists an offered amount without stock, even before a win', async () => {
    await makeOffer(core, { spinner_config: [{ amount: 71, permille: 1 }] });
    expect((await readTodos()).stock_out?.subject?.name).toContain('₹71');
  });
});

test('keeps counters equal to a recount', async () => {
  const counters = () => core.database.sql`
    select 'user ' || concat_ws(' ', user_id, completions, spins, vouchers_won, voucher_value_paise,
      revenue_paise) as line from user_stats_now()
    union all
    select 'day ' || concat_ws(' ', offer_id, day, sum(clicks), sum(completions), sum(spins), sum(wins), sum(won_paise),
      sum(revenue_paise))
    from offer_days_now() group by offer_id, day order by 1`;
  const before = await counters();
  await core.database.sql`select recount()`;
  expect(await counters()).toEqual(before);
});
