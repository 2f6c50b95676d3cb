import { randomUUID } from 'node:crypto';
import { istDay } from '@inaam/contracts/common/time';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import {
  completeOffer,
  makeClick,
  makeNetwork,
  postback,
  type TestNetwork,
} from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { makeReadyToSpin, makeWinner, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Kernel } from '../../kernel/kernel.ts';
import { bytesOf, getPrebuiltJson } from '../../kernel/prebuilt-json.ts';
import { oneRow } from '../../kernel/rows.ts';
import { invalidateList } from '../list-cache/store.ts';
import { replaceVoucher } from '../vouchers/replace.ts';
import { cacheList, getCachedList } from './list-cache.ts';
import { type CacheKeyRow, cacheKeyQuery, factsQuery } from './list-facts.ts';
import { listOffersForUser, offersStatement } from './list-for-user.ts';
import { deactivateOffer, updateOffer } from './save.ts';

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

/** A process that has kept nothing yet. */
const aProcess = (): Kernel => ({ ...core.kernel });
/** Asks a process for a list; says how many codes of vouchers it opened for it. */
async function ask(kernel: Kernel, userId: number, read?: readonly CacheKeyRow[]) {
  let opened = 0;
  const secrets = {
    ...core.services.secrets,
    open: (...of: Parameters<typeof core.services.secrets.open>) => {
      opened++;
      return core.services.secrets.open(...of);
    },
  };
  const sessionRows = read && { statement: offersStatement, rows: read };
  const list = await listOffersForUser({ kernel, secrets, sessionRows }, userId);
  return { list, opened, text: getPrebuiltJson(list)?.toString() };
}

test('while nothing has changed the list is what it was, and its codes are not opened again', async () => {
  await addStock(core, { amount: 31, count: 1 });
  const { user, offerId } = await makeWinner(core, network, 31);
  const process = aProcess();
  const [first, again] = [await ask(process, user.id), await ask(process, user.id)];
  expect([first.opened, again.opened]).toEqual([1, 0]);
  expect(again.text).toBe(first.text);
  expect(again.list).toEqual(first.list);
  expect(JSON.stringify(again.list)).toBe(again.text);
  expect(again.list.offers.find(({ offer_id }) => offer_id === offerId)?.voucher_code).toMatch(/\S/);
});

describe('the list of a process that kept an older one is that of a process that kept none, after', () => {
  const cases: Record<string, () => Promise<{ userId: number; change(): Promise<unknown> }>> = {
    'an offer was started': async () => {
      const [user, { offer_id }] = [await makeUser(core), await makeOffer(core)];
      return { userId: user.id, change: () => makeClick(core, user, offer_id) };
    },
    'an offer that was started is completed': async () => {
      const [user, { offer_id }] = [await makeUser(core), await makeOffer(core)];
      const sent = { click_id: await makeClick(core, user, offer_id), transaction_id: randomUUID() };
      return { userId: user.id, change: () => postback(core, network, { ...sent, status: 'approved' }) };
    },
    'a completion that was announced is confirmed': async () => {
      const [user, { offer_id }] = [await makeUser(core), await makeOffer(core)];
      const sent = { click_id: await makeClick(core, user, offer_id), transaction_id: randomUUID() };
      await postback(core, network, { ...sent, status: 'pending' });
      return { userId: user.id, change: () => postback(core, network, { ...sent, status: 'approved' }) };
    },
    'a completion was reversed': async () => {
      const [user, { offer_id }] = [await makeUser(core), await makeOffer(core)];
      const { clickId, transactionId } = await completeOffer(core, network, user, offer_id);
      const reversal = { click_id: clickId, transaction_id: transactionId, status: 'reversed' };
      return { userId: user.id, change: () => postback(core, network, reversal) };
    },
    'a spin was won': async () => {
      await addStock(core, { amount: 32, count: 1 });
      const { user, completionId } = await makeReadyToSpin(core, network, 32);
      return { userId: user.id, change: () => settleWithRoll(core, completionId) };
    },
    'a spin was lost': async () => {
      const { user, completionId } = await makeReadyToSpin(core, network, 33);
      return { userId: user.id, change: () => settleWithRoll(core, completionId, 999) };
    },
    'a win that was owed was filled': async () => {
      const { user } = await makeWinner(core, network, 34);
      return { userId: user.id, change: () => addStock(core, { amount: 34, count: 1 }) };
    },
    'a voucher was replaced': async () => {
      await addStock(core, { amount: 35, count: 2 });
      const { user, voucherId } = await makeWinner(core, network, 35);
      const input = { voucher_id: voucherId ?? 0, reason: 'It was used up' };
      return { userId: user.id, change: () => replaceVoucher(core.as(anyAdmin), input) };
    },
    'an offer was renamed': async () => {
      const [user, { offer_id }] = [await makeUser(core), await makeOffer(core)];
      return { userId: user.id, change: () => updateOffer(core.as(anyAdmin), { offer_id, title: randomUUID() }) };
    },
    'an offer was taken away': async () => {
      const [user, { offer_id }] = [await makeUser(core), await makeOffer(core)];
      return { userId: user.id, change: () => deactivateOffer(core.as(anyAdmin), offer_id) };
    },
  };

  test.each(Object.keys(cases))('%s', async (name) => {
    const { userId, change } = await (cases[name] ?? expect.fail())();
    const process = aProcess();
    const before = await ask(process, userId);
    await change();
    const after = await ask(process, userId);
    expect(after.text).not.toBe(before.text);
    expect(after.text).toBe(JSON.stringify((await ask(aProcess(), userId)).list));
  });
});

test('a hold ends by itself, without anything that is written down', async () => {
  await core.database.sql`update networks set hold_seconds = 3600 where slug = ${network.slug}`;
  const { user, offerId } = await makeReadyToSpin(core, network, 36);
  await core.database.sql`update networks set hold_seconds = 0 where slug = ${network.slug}`;
  const process = aProcess();
  const row = oneRow(await factsQuery(core.kernel, user.id));
  // As the database answers once the hold is over.
  const ended = { ...row, facts: row.facts.replace('"held"', '"ready"') };
  expect(ended.facts).not.toBe(row.facts);
  const isPending = async (seconds: number, found = ended) =>
    (await ask(process, user.id, [{ ...found, now: row.now + seconds }])).list.offers.find(
      ({ offer_id }) => offer_id === offerId,
    )?.pending;
  expect([await isPending(0, row), await isPending(3590), await isPending(3610), await isPending(3620)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a list is one person’s, of one day, and of one version of the offers', async () => {
  const process = aProcess();
  const row = { version: 7, now: 100, mark: '1 2' };
  const lines = [{ shared: [], own: bytesOf('{}') }];
  const today = istDay(new Date());
  cacheList(process, 1, { version: 7, mark: '1 2', today, until: 200, lines });
  expect(getCachedList(process, 1, { ...row, now: 199 }, today)).toBe(lines);
  expect(getCachedList(process, 2, row, today)).toBeUndefined();
  expect(getCachedList(process, 1, row, '2020-01-01')).toBeUndefined();
  expect(getCachedList(process, 1, { ...row, version: 8 }, today)).toBeUndefined();
  expect(getCachedList(process, 1, { ...row, mark: '1 3' }, today)).toBeUndefined();
  expect(getCachedList(process, 1, { ...row, now: 200 }, today)).toBeUndefined();
  expect(getCachedList(aProcess(), 1, row, today)).toBeUndefined();
});

test('a mark is the same by itself and beside the facts, and no two people’s', async () => {
  const [{ user }, other] = [await makeWinner(core, network, 37), await makeUser(core)];
  const marks = [
    oneRow(await cacheKeyQuery(core.kernel, user.id)).mark,
    oneRow(await factsQuery(core.kernel, user.id)).mark,
    oneRow(await cacheKeyQuery(core.kernel, other.id)).mark,
  ];
  expect(marks[1]).toBe(marks[0]);
  expect(marks[2]).not.toBe(marks[0]);
});

test('whose list is kept has the mark read alone, and whose is not the facts at once', async () => {
  const user = await makeUser(core);
  let reads = 0;
  const process: Kernel = { ...core.kernel, read: (work) => (reads++, core.kernel.read(work)) };
  const readsOf = async (work: () => Promise<unknown>) => {
    const before = reads;
    await work();
    return reads - before;
  };
  await ask(process, user.id);
  expect(await readsOf(() => ask(process, user.id))).toBe(1);
  await makeClick(core, user, (await makeOffer(core)).offer_id);
  // The mark, the facts, and the offers, which have one more.
  expect(await readsOf(() => ask(process, user.id))).toBe(3);
  invalidateList(process, user.id);
  expect(await readsOf(() => ask(process, user.id))).toBe(1);
});

test('those that were looked at long ago make room for others', () => {
  const process = aProcess();
  const lines = [{ shared: [], own: Buffer.alloc(1024 * 1024) }];
  const keep = (userId: number) =>
    cacheList(process, userId, { version: 7, mark: 'm', today: 'a day', until: 200, lines });
  const isKept = (userId: number) =>
    getCachedList(process, userId, { version: 7, now: 100, mark: 'm' }, 'a day') !== undefined;
  for (let user = 1; user <= 20; user++) keep(user);
  expect(isKept(1)).toBe(true);
  for (let user = 21; user <= 40; user++) keep(user);
  // The first was asked for meanwhile.
  expect([1, 2, 30, 40].map(isKept)).toEqual([true, false, true, true]);
});
