import { createTestCore, type TestCore } from '@inaam/testing/core';
import {
  completeOffer,
  makeClick,
  makeNetwork,
  postback,
  type TestNetwork,
} from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listOffersForUser } from './list-for-user.ts';
import { type FinishRateRow, getExperience, getFinishRates, updateFinishRates } from './rates.ts';

const cell = (finished: number, starts: number, over: Partial<FinishRateRow> = {}): FinishRateRow => ({
  experience: 0,
  familiar: false,
  starts,
  finished,
  ...over,
});
const newcomer = { experience: 0, familiar: false };
const regular = { experience: 2, familiar: true };
const rates = (counts: Record<number, FinishRateRow[]>) =>
  getFinishRates(new Map(Object.entries(counts).map(([id, cells]) => [Number(id), cells])));

describe('rates from counts', () => {
  test('returns undefined without any counts', () => {
    expect(rates({})).toBeUndefined();
  });

  test('uses an offer’s own rate after many starts, and moves it towards the general rate after few starts', () => {
    const rate = rates({ 1: [cell(900, 1000)], 2: [cell(100, 1000)], 3: [cell(1, 1)] });
    expect(rate?.(1, newcomer)).toBeCloseTo(0.9, 1);
    expect(rate?.(2, newcomer)).toBeCloseTo(0.1, 1);
    expect(rate?.(3, newcomer)).toBeGreaterThan(0.45);
    expect(rate?.(3, newcomer)).toBeLessThan(0.6);
    expect(rate?.(99, newcomer)).toBeCloseTo(0.5, 1);
  });

  test('expects a higher rate of a user if users with the same prior activity finish more offers in general', () => {
    const counts = {
      1: [cell(100, 500), cell(400, 500, regular)],
      2: [cell(60, 300)],
    };
    const rate = rates(counts);
    expect(rate?.(1, regular)).toBeGreaterThan((rate?.(1, newcomer) ?? 1) * 2);
    expect(rate?.(2, regular)).toBeGreaterThan((rate?.(2, newcomer) ?? 1) * 1.4);
  });

  test('smooths the rate of each level with twenty starts at the rate of the level above', () => {
    // None of 20 starts finished. All offers: (0 + 20 × 0.5) / 40 = 1/4. Similar users: (0 + 20/4) / 40, which is half
    // of 1/4. The offer: 1/8, times that half: 1/16. The offer for similar users: (0 + 20/16) / 40 = 1/32.
    expect(rates({ 1: [cell(0, 20)] })?.(1, newcomer)).toBeCloseTo(0.031_25, 6);
  });

  test('maps completions to experience levels', () => {
    expect([0, 1, 2, 3].map(getExperience)).toEqual([0, 1, 1, 2]);
  });

  test('stays between 0 and 1', () => {
    for (const cells of [[cell(0, 5000)], [cell(5000, 5000), cell(9, 9, regular)]]) {
      for (const habits of [newcomer, regular]) {
        const rate = rates({ 1: cells, 2: [cell(1, 2, regular)] })?.(1, habits);
        expect(rate).toBeGreaterThan(0);
        expect(rate).toBeLessThan(1);
      }
    }
  });
});

describe('counting', () => {
  let core: TestCore;
  let network: TestNetwork;
  beforeAll(async () => {
    core = await createTestCore();
    network = await makeNetwork(core);
  });
  afterAll(() => core.close());

  test('counts finished and abandoned starts by the user’s prior activity, without recent unfinished starts', async () => {
    const { offer_id: first } = await makeOffer(core, { category: 'Game' });
    const { offer_id: second } = await makeOffer(core, { category: 'Game' });
    const { offer_id: other } = await makeOffer(core, { category: 'Survey' });
    const backdateClick = (click: string, days: number) =>
      rewriteFacts(
        core,
        (sql) => sql`update clicks set created_at = now() - make_interval(days => ${days}) where click_id = ${click}`,
      );
    const finishes = await makeUser(core);
    await completeOffer(core, network, finishes, first);
    await completeOffer(core, network, finishes, second);
    const givesUp = await makeUser(core);
    await backdateClick(await makeClick(core, givesUp, first), 10);
    // Two starts of the same offer by one user count once.
    await backdateClick(await makeClick(core, givesUp, first), 9);
    const inProgress = await makeUser(core);
    await makeClick(core, inProgress, first);
    await completeOffer(core, network, givesUp, other);
    // This user restarts an offer that they completed long ago. That completion does not count as experience.
    const comesBack = await makeUser(core);
    await completeOffer(core, network, comesBack, first);
    await rewriteFacts(
      core,
      (sql) => sql`update clicks set created_at = now() - interval '100 days' where user_id = ${comesBack.id}`,
    );
    await core.database.sql`
      insert into clicks (click_id, user_id, offer_id) values ('once more', ${comesBack.id}, ${first})`;

    await updateFinishRates(core.kernel);
    const counted = await core.database.sql`
      select offer_id::int, experience, familiar, starts, finished from offer_rates order by offer_id, experience`;
    expect(counted).toEqual([
      { offer_id: first, experience: 0, familiar: false, starts: 3, finished: 2 },
      { offer_id: second, experience: 1, familiar: true, starts: 1, finished: 1 },
      { offer_id: other, experience: 0, familiar: false, starts: 1, finished: 1 },
    ]);
    const { offers } = await listOffersForUser(core.services, inProgress.id);
    for (const { finish_rate } of offers) expect(finish_rate).toBeGreaterThan(0);
    const again = await updateFinishRates(core.kernel);
    expect(again).toBeUndefined();
  });

  test('counts offers completed before the start as experience', async () => {
    const user = await makeUser(core);
    const offerIds: number[] = [];
    for (let i = 0; i < 4; i++) {
      const { offer_id: offerId } = await makeOffer(core);
      await completeOffer(core, network, user, offerId);
      offerIds.push(offerId);
    }
    await updateFinishRates(core.kernel);
    const rows = await core.database.sql<{ experience: number }[]>`
      select experience from offer_rates where offer_id = any(${offerIds}::bigint[]) order by offer_id`;
    expect(rows.map(({ experience }) => experience)).toEqual([0, 1, 1, 2]);
  });

  const backdate = (clickId: string, ago: string) =>
    rewriteFacts(
      core,
      (sql) => sql`update clicks set created_at = now() - ${ago}::interval where click_id = ${clickId}`,
    );

  test('counts unfinished starts only after three days, and no starts that are older than 90 days', async () => {
    const { offer_id: offerId } = await makeOffer(core);
    for (const ago of ['2 days 23 hours 59 minutes', '3 days 1 minute', '90 days -1 minute', '90 days 1 minute']) {
      await backdate(await makeClick(core, await makeUser(core), offerId), ago);
    }
    const finishedLongAgo = await makeUser(core);
    const { clickId } = await completeOffer(core, network, finishedLongAgo, offerId);
    await backdate(clickId, '90 days 1 minute');
    await updateFinishRates(core.kernel);
    expect(await core.database.sql`select starts, finished from offer_rates where offer_id = ${offerId}`).toEqual([
      { starts: 2, finished: 0 },
    ]);
  });

  test('samples starts of the whole time, not only the newest, if there are more than it may count', async () => {
    const { offer_id: offerId } = await makeOffer(core);
    await rewriteFacts(core, (sql) => sql`update clicks set created_at = now() - interval '91 days'`);
    for (let days = 40; days > 0; days--)
      await backdate(await makeClick(core, await makeUser(core), offerId), `${days} days`);
    const countStarts = async (most: number) => {
      await updateFinishRates(core.kernel, most);
      const [row] = await core.database.sql`select sum(starts)::int as starts from offer_rates`;
      return row?.['starts'] as number | null;
    };
    // The starts of the last two days are too new to count as abandoned.
    expect(await countStarts(1000)).toBe(38);
    // Every fourth of the 40 starts. Of the ten newest starts, two would be too new.
    expect(await countStarts(10)).toBe(10);
  });

  test('computes the usual time only after the network has confirmed thirty completions', async () => {
    const { offer_id: offerId } = await makeOffer(core);
    const usual = async () => {
      await waitForChangeFeed(core);
      await updateFinishRates(core.kernel);
      return core.database.sql`select usual_seconds from offer_completion_times where offer_id = ${offerId}`;
    };
    for (let i = 0; i < 29; i++) {
      const { clickId } = await completeOffer(core, network, await makeUser(core), offerId);
      await backdate(clickId, '1 hour');
    }
    const announced = { click_id: await makeClick(core, await makeUser(core), offerId), transaction_id: 'announced' };
    await postback(core, network, { ...announced, status: 'pending' });
    expect(await usual()).toEqual([]);
    await postback(core, network, { ...announced, status: 'approved' });
    const [time] = await usual();
    expect(time?.['usual_seconds']).toBeGreaterThanOrEqual(3600);
    expect(time?.['usual_seconds']).toBeLessThan(3700);
  });
});
