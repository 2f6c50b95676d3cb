import { randomUUID } from 'node:crypto';
import { caseListInput } from '@inaam/contracts/cases/cases';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, postback, type TestNetwork } from '@inaam/testing/factories/completions';
import { makeAdmin, makeUser, type TestUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../kernel/actor.ts';
import { creditCompletion } from '../../ledger/completions/credit.ts';
import { listOffersForUser } from '../../ledger/offers/list-for-user.ts';
import { updateFinishRates } from '../../ledger/offers/rates.ts';
import { closeCase, closeCases } from './close.ts';
import { getCase } from './detail.ts';
import { listCases } from './list.ts';
import { getCaseFacts, listUserCases, openCase } from './open.ts';

let core: TestCore;
let network: TestNetwork;
let admin: Actor;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
  admin = await makeAdmin(core);
});
afterAll(() => core.close());

async function startOffer() {
  const { offer_id: offerId } = await makeOffer(core);
  const user = await makeUser(core);
  return { user, offerId, click: await makeClick(core, user, offerId), transaction: randomUUID() };
}
type Started = Awaited<ReturnType<typeof startOffer>>;

const send = ({ click, transaction }: Started, status = 'approved') =>
  postback(core, network, { click_id: click, transaction_id: transaction, status });
const open = ({ user, offerId }: Started, message = '') =>
  openCase(core.as(userActor(user.id)), { offer_id: offerId, message });
const listOwnCases = async ({ user }: { user: TestUser }) => (await listUserCases(core.kernel, user.id)).cases;
const list = (input: object) => listCases(core.kernel, caseListInput.parse(input));

describe('opening', () => {
  test('creates a case about the newest click, and a repeat returns the same case', async () => {
    const start = await startOffer();
    const newest = await makeClick(core, start.user, start.offerId);
    expect(await getCaseFacts(core.kernel, start.user.id, start.offerId)).toMatchObject({
      click_id: newest,
      usual_seconds: null,
    });
    const opened = await open(start, 'I installed it on Monday');
    expect(opened).toMatchObject({ offer_id: start.offerId, status: 'open', resolution: null });
    expect((await open(start, 'again')).case_id).toBe(opened.case_id);
    expect(await listOwnCases(start)).toEqual([opened]);
    const detail = await getCase(core.kernel, opened.case_id);
    expect(detail.default_payout).toBe(20);
    expect(detail).toMatchObject({ click_id: newest, message: 'I installed it on Monday', completion: null });
    expect(detail.clicks.map(({ click_id }) => click_id)).toEqual([newest, start.click]);
  });

  test('creates only one case for concurrent requests', async () => {
    const start = await startOffer();
    const opened = await Promise.all(Array.from({ length: 8 }, () => open(start)));
    expect(new Set(opened.map(({ case_id }) => case_id)).size).toBe(1);
  });

  test('is rejected without a click, and for completed or pending offers', async () => {
    const { offer_id } = await makeOffer(core);
    const user = await makeUser(core);
    await expect(openCase(core.as(userActor(user.id)), { offer_id, message: '' })).rejects.toMatchObject({
      code: 'CLICK_NOT_FOUND',
    });
    await expect(getCaseFacts(core.kernel, user.id, offer_id)).rejects.toMatchObject({ code: 'CLICK_NOT_FOUND' });
    for (const status of ['approved', 'pending']) {
      const start = await startOffer();
      await send(start, status);
      await expect(open(start)).rejects.toMatchObject({ code: 'OFFER_ALREADY_COMPLETED' });
    }
  });
});

describe('closing', () => {
  test('happens in the statement that accepts a late postback, and marks the case as credited', async () => {
    const start = await startOffer();
    const { case_id } = await open(start);
    await send(start);
    expect(await listOwnCases(start)).toMatchObject([
      { case_id, status: 'credited', resolution: 'The network confirmed it' },
    ]);
    const [row] = await core.database.sql`
      select p.transaction_id from credit_cases k join postbacks p on p.id = k.closed_by_postback_id
        where k.id = ${case_id}`;
    expect(row).toEqual({ transaction_id: start.transaction });
    await expect(closeCase(core.as(admin), { case_id, reason: 'too late' })).rejects.toMatchObject({
      code: 'CASE_CREDITED',
    });
  });

  test('happens when a pending completion is approved, and not before', async () => {
    const start = await startOffer();
    await open(start);
    await send(start, 'pending');
    expect(await listOwnCases(start)).toMatchObject([{ status: 'open' }]);
    await send(start);
    expect(await listOwnCases(start)).toMatchObject([{ status: 'credited' }]);
  });

  test('happens when an admin credits the completion', async () => {
    const start = await startOffer();
    const { case_id } = await open(start);
    await creditCompletion(core.as(admin), { user_id: start.user.id, offer_id: start.offerId, reason: 'screenshot' });
    expect(await listOwnCases(start)).toMatchObject([{ case_id, status: 'credited', resolution: 'Credited by hand' }]);
  });

  test('by an admin records the reason in the audit log, and lets the user open another case', async () => {
    const start = await startOffer();
    const { case_id } = await open(start);
    await closeCase(core.as(admin), { case_id, reason: 'The trial was cancelled' });
    await closeCase(core.as(admin), { case_id, reason: 'another' });
    expect(await listOwnCases(start)).toMatchObject([{ status: 'closed', resolution: 'The trial was cancelled' }]);
    const audited = await core.database.sql`
      select actor_name, note from audit_entries where action = 'cases.close' and subject = ${String(case_id)}`;
    expect(audited).toEqual([{ actor_name: admin.name, note: 'The trial was cancelled' }]);
    const second = await open(start);
    expect(second.case_id).not.toBe(case_id);
    expect(await listOwnCases(start)).toEqual([second]);
    await expect(closeCase(core.as(admin), { case_id: 999_999, reason: 'r' })).rejects.toMatchObject({
      code: 'CASE_NOT_FOUND',
    });
  });

  test('of several cases with one reason reports the cases that have already been credited', async () => {
    const [one, two, credited] = [await startOffer(), await startOffer(), await startOffer()];
    const ids: number[] = [];
    for (const start of [one, two, credited]) ids.push((await open(start)).case_id);
    await send(credited);
    const reason = 'The partner ended the campaign';
    expect(await closeCases(core.as(admin), { case_ids: [...ids, ids[0] ?? 0], reason })).toEqual({
      message: '2 cases closed, 1 was not',
      closed: 2,
      refused: [{ case_id: ids[2], reason: 'This case was credited already' }],
    });
    for (const start of [one, two])
      expect(await listOwnCases(start)).toMatchObject([{ status: 'closed', resolution: reason }]);
    expect(await listOwnCases(credited)).toMatchObject([{ status: 'credited' }]);
  });

  test('leaves no open case for a completed offer, even if a postback arrives while the case is opened', async () => {
    for (let round = 0; round < 30; round++) {
      const start = await startOffer();
      const [opened] = await Promise.allSettled([open(start), send(start)]);
      const { offers } = await listOffersForUser(core.services, start.user.id);
      expect(offers.find(({ offer_id }) => offer_id === start.offerId)).toMatchObject({
        completed: true,
        pending: false,
      });
      const cases = await listOwnCases(start);
      if (opened.status === 'fulfilled') expect(cases).toMatchObject([{ status: 'credited' }]);
      else expect(cases).toEqual([]);
    }
  });
});

describe('the list for admins', () => {
  test('shows postbacks that name the click, including refused and parked postbacks', async () => {
    const start = await startOffer();
    await postback(core, network, { click_id: start.click, transaction_id: start.transaction, status: 'strange' });
    const { case_id } = await open(start);
    const [row] = (await list({ search: start.click })).cases;
    expect(row).toMatchObject({ case_id, network: network.slug, email: start.user.email });
    expect(row?.calls).toMatchObject([{ outcome: 'parked', transaction_id: start.transaction }]);
    expect((await getCase(core.kernel, case_id)).postbacks).toMatchObject([
      { outcome: 'parked', click_id: start.click },
    ]);
    await expect(getCase(core.kernel, 999_999)).rejects.toMatchObject({ code: 'CASE_NOT_FOUND' });
  });

  test('shows the ten newest postbacks of a click', async () => {
    const start = await startOffer();
    for (let i = 0; i < 11; i++) {
      await postback(core, network, {
        click_id: start.click,
        transaction_id: `${start.transaction}-${i}`,
        status: 'strange',
      });
    }
    await open(start);
    const [row] = (await list({ search: start.click })).cases;
    expect(row?.calls.map(({ transaction_id }) => transaction_id)).toEqual(
      Array.from({ length: 10 }, (_, i) => `${start.transaction}-${10 - i}`),
    );
  });

  test('returns the total of a search on every page', async () => {
    const [first, second] = [await startOffer(), await startOffer()];
    const ids: number[] = [];
    for (const start of [first, second]) {
      await core.database.sql`update users set first_name = 'Sought' where id = ${start.user.id}`;
      ids.unshift((await open(start)).case_id);
    }
    for (const [page, shown] of [ids.slice(0, 1), ids.slice(1), []].entries()) {
      for (const total of ['exact', 'capped']) {
        const { cases, pagination } = await list({ search: 'sought', limit: 1, page: page + 1, total });
        expect([cases.map((row) => row.case_id), pagination.total, pagination.capped]).toEqual([shown, 2, undefined]);
      }
    }
  });

  test('searches by user, offer and click among the cases that match the filters', async () => {
    const [named, offered, clicked] = [await startOffer(), await startOffer(), await startOffer()];
    const word = clicked.click.slice(4, 14);
    await core.database.sql`update users set first_name = ${word} where id = ${named.user.id}`;
    await core.database.sql`update offers set title = ${`About ${word}`} where id = ${offered.offerId}`;
    const ids: number[] = [];
    for (const start of [named, offered, clicked]) ids.unshift((await open(start)).case_id);
    const { cases, pagination } = await list({ search: word, total: 'capped', status: 'open' });
    expect([cases.map((row) => row.case_id), pagination.capped]).toEqual([ids, undefined]);
    expect((await list({ search: word, total: 'capped', status: 'closed' })).cases).toEqual([]);
  });

  test('filters cases, and lists open cases first', async () => {
    const other = await makeNetwork(core);
    const [id] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${other.slug}`;
    const [first, second] = [await startOffer(), await startOffer()];
    for (const start of [first, second]) {
      await core.database.sql`update offers set network_id = ${id?.id ?? 0} where id = ${start.offerId}`;
      await open(start);
    }
    const networkFilter = { network_id: id?.id };
    await creditCompletion(core.as(admin), { user_id: second.user.id, offer_id: second.offerId, reason: 'r' });
    const statuses = async (input: object) => (await list(input)).cases.map(({ status }) => status);
    expect(await statuses(networkFilter)).toEqual(['open', 'credited']);
    expect(await statuses({ ...networkFilter, status: 'credited' })).toEqual(['credited']);
    expect(await statuses({ ...networkFilter, status: 'closed' })).toEqual([]);
    expect(await list({ ...networkFilter, limit: 1, page: 2 })).toMatchObject({
      cases: [{ status: 'credited' }],
      pagination: { total: 2, totalPages: 2 },
    });
    await core.database
      .sql`update credit_cases set opened_at = now() - interval '40 days' where offer_id = ${first.offerId}`;
    expect(await statuses({ ...networkFilter, dateRange: 'month' })).toEqual(['credited']);
  });
});

test('reports the time within which nine in ten completions arrived, if at least thirty have arrived', async () => {
  const { offer_id: offerId } = await makeOffer(core);
  // Thirty completions, the minimum MIN_PEOPLE.
  for (let hours = 1; hours <= 30; hours++) {
    const user = await makeUser(core);
    const click = await makeClick(core, user, offerId);
    await rewriteFacts(
      core,
      (sql) => sql`update clicks set created_at = now() - make_interval(hours => ${hours}) where click_id = ${click}`,
    );
    await send({ user, offerId, click, transaction: randomUUID() });
  }
  const user = await makeUser(core);
  await makeClick(core, user, offerId);
  expect((await getCaseFacts(core.kernel, user.id, offerId)).usual_seconds).toBeNull();
  await waitForChangeFeed(core);
  await updateFinishRates(core.kernel);
  const { usual_seconds } = await getCaseFacts(core.kernel, user.id, offerId);
  expect(Math.round((usual_seconds ?? 0) / 3600)).toBe(27);
});
