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
import { getPrebuiltJson, PrebuiltJson } from '../../kernel/prebuilt-json.ts';
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

/** Returns a kernel like that of another process: it has an empty cache, because caches belong to a kernel. */
const createProcess = (): Kernel => ({ ...core.kernel });
/** Reads a list and counts the voucher codes that were decrypted. */
async function readList(kernel: Kernel, userId: number, read?: readonly CacheKeyRow[]) {
  let opened = 0;
  const secrets = {
    ...core.services.secrets,
    open: (...args: Parameters<typeof core.services.secrets.open>) => {
      opened++;
      return core.services.secrets.open(...args);
    },
  };
  const sessionRows = read && { statement: offersStatement, rows: read };
  const list = await listOffersForUser({ kernel, secrets, sessionRows }, userId);
  return { list, opened, text: getPrebuiltJson(list)?.toString() };
}

test('returns the cached list without decrypting codes again while nothing changes', async () => {
  await addStock(core, { amount: 31, count: 1 });
  const { user, offerId } = await makeWinner(core, network, 31);
  const process = createProcess();
  const [first, again] = [await readList(process, user.id), await readList(process, user.id)];
  expect([first.opened, again.opened]).toEqual([1, 0]);
  expect(again.text).toBe(first.text);
  expect(again.list).toEqual(first.list);
  expect(JSON.stringify(again.list)).toBe(again.text);
  expect(again.list.offers.find(({ offer_id }) => offer_id === offerId)?.voucher_code).toMatch(/\S/);
});

describe('a process with an outdated cached list returns a fresh list after', () => {
  const cases: Record<string, () => Promise<{ userId: number; change(): Promise<unknown> }>> = {
    'an offer is started': async () => {
      const [user, { offer_id }] = [await makeUser(core), await makeOffer(core)];
      return { userId: user.id, change: () => makeClick(core, user, offer_id) };
    },
    'a started offer is completed': async () => {
      const [user, { offer_id }] = [await makeUser(core), await makeOffer(core)];
      const sent = { click_id: await makeClick(core, user, offer_id), transaction_id: randomUUID() };
      return { userId: user.id, change: () => postback(core, network, { ...sent, status: 'approved' }) };
    },
    'a pending completion is confirmed': async () => {
      const [user, { offer_id }] = [await makeUser(core), await makeOffer(core)];
      const sent = { click_id: await makeClick(core, user, offer_id), transaction_id: randomUUID() };
      await postback(core, network, { ...sent, status: 'pending' });
      return { userId: user.id, change: () => postback(core, network, { ...sent, status: 'approved' }) };
    },
    'a completion is reversed': async () => {
      const [user, { offer_id }] = [await makeUser(core), await makeOffer(core)];
      const { clickId, transactionId } = await completeOffer(core, network, user, offer_id);
      const reversal = { click_id: clickId, transaction_id: transactionId, status: 'reversed' };
      return { userId: user.id, change: () => postback(core, network, reversal) };
    },
    'a spin wins': async () => {
      await addStock(core, { amount: 32, count: 1 });
      const { user, completionId } = await makeReadyToSpin(core, network, 32);
      return { userId: user.id, change: () => settleWithRoll(core, completionId) };
    },
    'a spin loses': async () => {
      const { user, completionId } = await makeReadyToSpin(core, network, 33);
      return { userId: user.id, change: () => settleWithRoll(core, completionId, 999) };
    },
    'a win whose amount was out of stock gets its voucher': async () => {
      const { user } = await makeWinner(core, network, 34);
      return { userId: user.id, change: () => addStock(core, { amount: 34, count: 1 }) };
    },
    'a voucher is replaced': async () => {
      await addStock(core, { amount: 35, count: 2 });
      const { user, voucherId } = await makeWinner(core, network, 35);
      const input = { voucher_id: voucherId ?? 0, reason: 'It was used up' };
      return { userId: user.id, change: () => replaceVoucher(core.as(anyAdmin), input) };
    },
    'an offer is renamed': async () => {
      const [user, { offer_id }] = [await makeUser(core), await makeOffer(core)];
      return { userId: user.id, change: () => updateOffer(core.as(anyAdmin), { offer_id, title: randomUUID() }) };
    },
    'an offer is deactivated': async () => {
      const [user, { offer_id }] = [await makeUser(core), await makeOffer(core)];
      return { userId: user.id, change: () => deactivateOffer(core.as(anyAdmin), offer_id) };
    },
  };

  test.each(Object.keys(cases))('%s', async (name) => {
    const { userId, change } = await (cases[name] ?? expect.fail())();
    const process = createProcess();
    const before = await readList(process, userId);
    await change();
    const after = await readList(process, userId);
    expect(after.text).not.toBe(before.text);
    expect(after.text).toBe(JSON.stringify((await readList(createProcess(), userId)).list));
  });
});

test('rebuilds the list when a hold ends, without any write', async () => {
  await core.database.sql`update networks set hold_seconds = 3600 where slug = ${network.slug}`;
  const { user, offerId } = await makeReadyToSpin(core, network, 36);
  await core.database.sql`update networks set hold_seconds = 0 where slug = ${network.slug}`;
  const process = createProcess();
  const row = oneRow(await factsQuery(core.kernel, user.id));
  // The row that the database would return after the hold.
  const ended = { ...row, facts: row.facts.replace('"held"', '"ready"') };
  expect(ended.facts).not.toBe(row.facts);
  const isPending = async (seconds: number, found = ended) =>
    (await readList(process, user.id, [{ ...found, now: row.now + seconds }])).list.offers.find(
      ({ offer_id }) => offer_id === offerId,
    )?.pending;
  expect([await isPending(0, row), await isPending(3590), await isPending(3610), await isPending(3620)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('returns a list until it expires, only for the same process, user, day, version and fact counts', async () => {
  const process = createProcess();
  const row = { version: 7, now: 100, factCounts: '1 2' };
  const json = new PrebuiltJson('"offers":[]');
  const today = istDay(new Date());
  cacheList(process, 1, { version: 7, factCounts: '1 2', today, until: 200, json });
  expect(getCachedList(process, 1, { ...row, now: 199 }, today)).toBe(json);
  expect(getCachedList(process, 2, row, today)).toBeUndefined();
  expect(getCachedList(process, 1, row, '2020-01-01')).toBeUndefined();
  expect(getCachedList(process, 1, { ...row, version: 8 }, today)).toBeUndefined();
  expect(getCachedList(process, 1, { ...row, factCounts: '1 3' }, today)).toBeUndefined();
  expect(getCachedList(process, 1, { ...row, now: 200 }, today)).toBeUndefined();
  expect(getCachedList(createProcess(), 1, row, today)).toBeUndefined();
});

test('computes the same cache key whether the query also reads the facts or not, and different keys for different users', async () => {
  const [{ user }, other] = [await makeWinner(core, network, 37), await makeUser(core)];
  const factCounts = [
    oneRow(await cacheKeyQuery(core.kernel, user.id)).factCounts,
    oneRow(await factsQuery(core.kernel, user.id)).factCounts,
    oneRow(await cacheKeyQuery(core.kernel, other.id)).factCounts,
  ];
  expect(factCounts[1]).toBe(factCounts[0]);
  expect(factCounts[2]).not.toBe(factCounts[0]);
});

test('makes one read with a current list or without a list, and three if list and catalogue are outdated', async () => {
  const user = await makeUser(core);
  let reads = 0;
  const process: Kernel = { ...core.kernel, read: (work) => (reads++, core.kernel.read(work)) };
  const countReads = async (work: () => Promise<unknown>) => {
    const before = reads;
    await work();
    return reads - before;
  };
  await readList(process, user.id);
  expect(await countReads(() => readList(process, user.id))).toBe(1);
  await makeClick(core, user, (await makeOffer(core)).offer_id);
  // The three reads are the cache key, the facts, and the catalogue with the new offer.
  expect(await countReads(() => readList(process, user.id))).toBe(3);
  invalidateList(process, user.id);
  expect(await countReads(() => readList(process, user.id))).toBe(1);
});

test('evicts the least recently used lists', () => {
  const process = createProcess();
  const json = new PrebuiltJson('a'.repeat(1024 * 1024));
  const cacheFor = (userId: number) =>
    cacheList(process, userId, { version: 7, factCounts: 'm', today: 'a day', until: 200, json });
  const isKept = (userId: number) =>
    getCachedList(process, userId, { version: 7, now: 100, factCounts: 'm' }, 'a day') !== undefined;
  for (let user = 1; user <= 20; user++) cacheFor(user);
  expect(isKept(1)).toBe(true);
  for (let user = 21; user <= 40; user++) cacheFor(user);
  // The first list was used more recently than the second one.
  expect([1, 2, 30, 40].map(isKept)).toEqual([true, false, true, true]);
});
