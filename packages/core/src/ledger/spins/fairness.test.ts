import type { DrawRow, Fairness } from '@inaam/contracts/spins/fairness';
import { computePathRoot } from '@inaam/contracts/spins/merkle';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { userActor } from '@inaam/testing/factories/identity';
import { makeReadyToSpin } from '@inaam/testing/factories/spins';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getFairnessPath, listDraws, listPublishedDays, publishDraws } from './fairness.ts';
import { spin } from './spin.ts';
import { verifyDraws } from './verify-draws.ts';

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const getDayBefore = async (days: number) => {
  const [row] = await core.database.sql<{ day: string }[]>`select (ist_day(now()) - ${days}::int)::text as day`;
  return row?.day ?? '';
};
const getDraws = async (day: string) => (await listDraws(core.services, { day, page: 1, limit: 1000 })).draws;

describe('the draws of a day', () => {
  let day: string;
  let draws: DrawRow[];
  let published: Fairness;
  const completions: { userId: number; offerId: number }[] = [];
  beforeAll(async () => {
    day = await getDayBefore(2);
    await core.database.sql`insert into published_draws_start (day) values (${day})`;
    for (let i = 0; i < 5; i++) {
      const { user, offerId } = await makeReadyToSpin(core, network, 5);
      completions.push({ userId: user.id, offerId });
      // The last completion is not spun.
      if (i < 4) await spin(core.as(userActor(user.id)), { offerId, clientSeed: `=mine ${i}` });
    }
    await rewriteFacts(
      core,
      (tx) => tx`
      update completions set completed_at = (${day}::date + interval '23 hours 59 minutes') at time zone 'Asia/Kolkata'`,
    );
    await Promise.all([publishDraws(core.services), publishDraws(core.services)]);
    published = await listPublishedDays(core.kernel);
    draws = await getDraws(day);
  });

  test('are published once, after the day has ended, with an audit entry', async () => {
    const days = [await getDayBefore(1), day];
    // A day is published ten minutes after it ends.
    expect(published.days.map((each) => each.day).slice(-1)).toEqual([day]);
    expect(days).toEqual(expect.arrayContaining(published.days.map((each) => each.day)));
    expect(published.days.at(-1)?.count).toBe(5);
    const entries = await core.database.sql`
      select after ->> 'root' as root from audit_entries where action = 'fairness.publish' and subject = ${day}`;
    expect(entries).toEqual([{ root: published.days.at(-1)?.root }]);
    await expect(core.database.sql`update published_draws set count = 6`).rejects.toThrow('is not allowed');
  });

  test('have a path to the root once their day is published', async () => {
    for (const { userId, offerId } of completions) {
      const { place } = await getFairnessPath(core.kernel, userId, offerId);
      if (!place) throw new Error('no place');
      expect(await computePathRoot(place.commitment, place)).toBe(published.days.at(-1)?.root);
    }
    const { user, offerId } = await makeReadyToSpin(core, network, 5);
    await rewriteFacts(
      core,
      (tx) => tx`
      update completions set completed_at = now() + interval '1 day' where user_id = ${user.id}`,
    );
    expect(await getFairnessPath(core.kernel, user.id, offerId)).toEqual({ place: null });
    await expect(getFairnessPath(core.kernel, user.id, 999_999)).rejects.toMatchObject({ code: 'OFFER_NOT_COMPLETED' });
  });

  test('can be verified from an export, which lacks the seeds of completions without a spin', () => {
    expect(draws.map(({ server_seed }) => server_seed !== null)).toEqual([true, true, true, true, false]);
    expect(verifyDraws(day, published, draws)).toEqual([]);
  });

  const alterDraw = (at: number, change: Partial<DrawRow>) =>
    draws.map((draw, index) => (index === at ? { ...draw, ...change } : draw));
  test.each<[string, () => DrawRow[], RegExp]>([
    ['a draw was removed', () => draws.slice(1), /5 draws were published, and there are 4/],
    ['a draw was added', () => [...draws, { ...(draws[4] as DrawRow), completion_id: 1_000_000 }], /there are 6/],
    ['two draws were swapped', () => [draws[1], draws[0], ...draws.slice(2)] as DrawRow[], /not in its place/],
    ['a commitment was changed', () => alterDraw(4, { commitment: 'ab'.repeat(32) }), /do not give the root/],
    ['a seed was changed', () => alterDraw(0, { server_seed: 'ab'.repeat(32) }), /: the seed does not match/],
    ['a client seed was changed', () => alterDraw(1, { client_seed: 'other', roll: 0 }), /the roll is|wins/],
    [
      'a roll was changed',
      () => alterDraw(2, { roll: ((draws[2]?.roll ?? 0) + 1) % 1000 }),
      /the roll is \d+, and not/,
    ],
    ['a win was increased', () => alterDraw(3, { amount: 5000 }), /5000 was won/],
    ['a win was added without a draw', () => alterDraw(4, { amount: 5 }), /won without a draw/],
    [
      'a client’s seed does not match the hash of its click',
      () => alterDraw(0, { share: 'committed' }),
      /client seed does not match/,
    ],
  ])('detects that %s', (_, files, problem) => {
    expect(verifyDraws(day, published, files()).join('\n')).toMatch(problem);
  });

  test('reports an unpublished day', async () => {
    expect(verifyDraws(await getDayBefore(9), published, [])).toEqual([`${await getDayBefore(9)} is not published`]);
  });
});

describe('published days', () => {
  test('are at most 31 for one run, and in order from the first unpublished day to yesterday', async () => {
    const ownCore = await createTestCore();
    try {
      const { sql } = ownCore.database;
      await sql`insert into published_draws_start (day) values (ist_day(now()) - 40)`;
      const publishAndListDays = async () => {
        const days = await publishDraws(ownCore.services);
        const rows = await sql<{ back: number }[]>`
          select ist_day(now() - interval '10 minutes') - d::date as back from unnest(${days}::text[]) d`;
        return rows.map(({ back }) => back);
      };
      const first = await publishAndListDays();
      expect(first).toHaveLength(31);
      const rest = await publishAndListDays();
      expect(rest.at(-1)).toBe(1);
      const all = [...first, ...rest];
      expect(all).toEqual(all.map((_, at) => all.length - at));
      expect(await publishDraws(ownCore.services)).toEqual([]);
    } finally {
      await ownCore.close();
    }
  });

  test('contain the draws from midnight to midnight, Indian time', async () => {
    const ownCore = await createTestCore();
    try {
      const ownNetwork = await makeNetwork(ownCore);
      const day = '2020-03-10';
      const moments = ['2020-03-09 23:59:59.999', '2020-03-10 00:00', '2020-03-10 23:59:59.999', '2020-03-11 00:00'];
      const ids: number[] = [];
      for (const at of moments) {
        const { completionId } = await makeReadyToSpin(ownCore, ownNetwork, 5);
        ids.push(completionId);
        await rewriteFacts(
          ownCore,
          (tx) => tx`
          update completions set completed_at = ${at}::timestamp at time zone 'Asia/Kolkata' where id = ${completionId}`,
        );
      }
      const { draws, pagination } = await listDraws(ownCore.services, { day, page: 1, limit: 10 });
      expect(draws.map(({ completion_id }) => completion_id)).toEqual(ids.slice(1, 3));
      expect(pagination.total).toBe(2);
      await ownCore.database.sql`insert into published_draws_start (day) values (${day})`;
      await publishDraws(ownCore.services);
      const { days } = await listPublishedDays(ownCore.kernel);
      expect(days.find((each) => each.day === day)?.count).toBe(2);
    } finally {
      await ownCore.close();
    }
  });
});
