import { createHmac, randomUUID } from 'node:crypto';
import { networkUpdateInput } from '@inaam/contracts/networks/networks';
import { postbackListInput } from '@inaam/contracts/postbacks/inbox';
import { dryRunInput, replayInput } from '@inaam/contracts/postbacks/replay';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, postback, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { runModel } from '@inaam/testing/model/run';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { networkHealth } from '../networks/health.ts';
import { listNetworks } from '../networks/list.ts';
import { rotateSecret, updateNetwork } from '../networks/save.ts';
import { dryRun } from './dry-run.ts';
import { getPostback, listPostbacks } from './inbox.ts';
import { matchPostback } from './match.ts';
import { receivePostback } from './receive.ts';
import { rejudgeParked, replayPostbacks } from './replay.ts';

let core: TestCore;
let network: TestNetwork;
let networkId: number;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${network.slug}`;
  networkId = row?.id ?? 0;
});
afterAll(() => core.close());

async function startOffer() {
  const { offer_id: offerId } = await makeOffer(core);
  const user = await makeUser(core);
  return { user, offerId, click: await makeClick(core, user, offerId), transaction: randomUUID() };
}

const send = (click: string, transaction: string, status: string, more: Record<string, string> = {}) =>
  postback(core, network, { click_id: click, transaction_id: transaction, status, ...more });

/** Lists the stored postbacks of a transaction with their numbers of repeats. */
async function listCalls(transaction: string) {
  await core.services.repeatCounter.whenWritten();
  return core.database.sql`
    select outcome, repeats from postbacks where transaction_id = ${transaction} order by id`;
}

/** Reads everything that a postback can change. */
const readAllState = () => core.database.sql`
  select (select jsonb_agg(to_jsonb(p) order by id) from postbacks p) as postbacks,
    (select jsonb_agg(to_jsonb(c) order by id) from completion_states c) as completions,
    (select jsonb_agg(to_jsonb(s) order by completion_id) from spin_states s) as spins,
    (select jsonb_agg(to_jsonb(u) order by user_id) from user_stats_now() u) as users,
    (select jsonb_agg(to_jsonb(d) order by offer_id, day) from (
      select offer_id, day, sum(clicks) as clicks, sum(completions) as completions, sum(spins) as spins,
        sum(wins) as wins, sum(won_paise) as won_paise, sum(revenue_paise) as revenue_paise
      from offer_days_now() group by offer_id, day) d) as days,
    (select jsonb_agg(to_jsonb(j) order by id) from postback_judgements j) as judgements`;

test('changes nothing when the whole inbox is replayed with unchanged settings', async () => {
  const processes = [core.services, core.services] as const;
  await runModel({ processes, sql: core.database.sql, network, histories: 50, seed: 7 });
  // Repeats are written asynchronously.
  await core.services.repeatCounter.whenWritten();
  await receivePostback(core.services, network.slug, {
    method: 'GET',
    rawQuery: 'forged=1',
    rawBody: '',
    contentType: null,
    ip: null,
  });
  const before = await readAllState();
  let judged = 0;
  for (let after: number | null = 0; after !== null; ) {
    const report = await replayPostbacks(core.as(anyAdmin), replayInput.parse({ after, limit: 70 }));
    expect(report.changed).toEqual([]);
    judged += report.judged;
    after = report.next;
  }
  expect(judged).toBeGreaterThan(100);
  expect(await readAllState()).toEqual(before);
}, 90_000);

test('previews a changed setting on stored postbacks, and applies the setting when it is saved', async () => {
  const start = await startOffer();
  await send(start.click, start.transaction, 'sold', { payout: '3.00' });
  const before = await readAllState();
  const changes = { status_map: { approved: 'approve', reversed: 'reverse', pending: 'pending', sold: 'approve' } };
  const report = await dryRun(core.services, dryRunInput.parse({ network_id: networkId, changes, outcome: 'parked' }));
  expect(report.differences).toMatchObject([
    {
      from: 'parked',
      from_reason: 'status "sold" is not mapped',
      to: 'accepted',
      // The network has no hold, so the text mentions none.
      to_reason: expect.stringMatching(/, 3\.00 INR$/),
    },
  ]);
  const holdInput = { network_id: networkId, changes: { ...changes, hold_seconds: 5400 }, outcome: 'parked' };
  const ownPostbackId = report.differences[0]?.postback_id;
  const underHold = (await dryRun(core.services, dryRunInput.parse(holdInput))).differences;
  expect(underHold.find(({ postback_id }) => postback_id === ownPostbackId)?.to_reason).toMatch(
    /, 3\.00 INR, held for 1 hour 30 minutes$/,
  );
  expect(await readAllState()).toEqual(before);
  await updateNetwork(core.as(anyAdmin), networkUpdateInput.parse({ network_id: networkId, ...changes }));
  await rejudgeParked(core.as(anyAdmin));
  expect(
    await core.database.sql`select status, payout_paise from completion_states where user_id = ${start.user.id}`,
  ).toEqual([{ status: 'approved', payout_paise: 300 }]);
  const { postbacks } = await listPostbacks(core.kernel, postbackListInput.parse({ search: start.transaction }));
  const details = await getPostback(core.services, postbacks[0]?.postback_id ?? 0);
  expect(details.history).toMatchObject([
    { cause: 'settings', by: anyAdmin.name, from_outcome: 'parked', to_outcome: 'accepted' },
  ]);
  expect(details).toMatchObject({
    payout: '3.00 INR',
    completion: { state: 'not_spun', payout_amount: 3 },
    click: { click_id: start.click },
  });
});

test('shows in a dry run which postbacks another secret would refuse', async () => {
  const start = await startOffer();
  await send(start.click, start.transaction, 'approved');
  const wrong = dryRunInput.parse({ network_id: networkId, changes: {}, secret: 'another secret' });
  const { checked_count, differences } = await dryRun(core.services, wrong);
  const difference = differences.find(({ from_reason, from }) => from === 'accepted' && from_reason === null);
  expect(difference).toMatchObject({ to: 'refused', to_reason: 'Signature not valid' });
  expect(checked_count).toBeGreaterThan(0);
  expect((await dryRun(core.services, { ...wrong, secret: network.secret })).differences).toEqual([]);
});

describe('a parked postback', () => {
  test('can be matched with a click, after which its repeats and reversals find the completion', async () => {
    const start = await startOffer();
    await send('mangled', start.transaction, 'approved');
    const [entry] = (await listPostbacks(core.kernel, postbackListInput.parse({ search: start.transaction })))
      .postbacks;
    const id = entry?.postback_id ?? 0;
    await expect(matchPostback(core.as(anyAdmin), { postback_id: id, click_id: 'unknown' })).rejects.toMatchObject({
      code: 'CLICK_NOT_FOUND',
    });
    expect(await matchPostback(core.as(anyAdmin), { postback_id: id, click_id: start.click })).toMatchObject({
      from: 'parked',
      to: 'accepted',
    });
    await expect(matchPostback(core.as(anyAdmin), { postback_id: id, click_id: start.click })).rejects.toMatchObject({
      code: 'POSTBACK_HAD_EFFECT',
    });
    expect(await send('mangled', start.transaction, 'approved')).toMatchObject({ outcome: 'repeat', reason: null });
    expect(await send('mangled', start.transaction, 'reversed')).toMatchObject({ outcome: 'reversed' });
    expect((await getPostback(core.services, id)).related).toHaveLength(1);
    expect(await listCalls(start.transaction)).toEqual([
      { outcome: 'accepted', repeats: 1 },
      { outcome: 'reversed', repeats: 0 },
    ]);
  });

  test('counts later repeats in its row after changed settings accept it', async () => {
    const start = await startOffer();
    const status = 'sold again';
    await send(start.click, start.transaction, status);
    const status_map = { approved: 'approve', reversed: 'reverse', pending: 'pending', sold: 'approve' };
    const changes = { status_map: { ...status_map, [status]: 'approve' } };
    await updateNetwork(core.as(anyAdmin), networkUpdateInput.parse({ network_id: networkId, ...changes }));
    await rejudgeParked(core.as(anyAdmin));
    expect(await send(start.click, start.transaction, status)).toMatchObject({ outcome: 'repeat', reason: null });
    expect(await listCalls(start.transaction)).toEqual([{ outcome: 'accepted', repeats: 1 }]);
  });
});

test('loses no postback while keys are rotated', async () => {
  const rotating = await makeNetwork(core);
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${rotating.slug}`;
  const keys = [rotating.secret, 'the second key', 'the third key'];
  const all = await Promise.all(Array.from({ length: 24 }, startOffer));
  await core.database.sql`update offers set network_id = ${row?.id ?? 0}
      where id in ${core.database.sql(all.map(({ offerId }) => offerId))}`;
  const outcomes: string[] = [];
  for (const [i, start] of all.entries()) {
    if (i === 8 || i === 16) {
      const secret = keys[i / 8] ?? '';
      await rotateSecret(core.as(anyAdmin), { network_id: row?.id ?? 0, secret, overlap_hours: 1 });
    }
    // The network switches keys four postbacks later than we do.
    const key = keys[Math.floor(Math.max(0, i - 4) / 8)] ?? '';
    const query = `click_id=${start.click}&transaction_id=${start.transaction}&status=approved`;
    const rawQuery = `${query}&signature=${createHmac('sha256', key).update(query).digest('hex')}`;
    const raw = { method: 'GET', rawQuery, rawBody: '', contentType: null, ip: null };
    outcomes.push((await receivePostback(core.services, rotating.slug, raw))?.outcome ?? 'none');
  }
  expect(outcomes).toEqual(all.map(() => 'accepted'));
});

test('lets an admin match a postback again after matching it with a wrong click', async () => {
  const net = await makeNetwork(core);
  const other = await makeNetwork(core);
  const { offer_id } = await makeOffer(core);
  const { offer_id: otherOfferId } = await makeOffer(core);
  const moveOffer = (offer: number, slug: string) =>
    core.database
      .sql`update offers set network_id = (select id from networks where slug = ${slug}) where id = ${offer}`;
  await moveOffer(offer_id, net.slug);
  await moveOffer(otherOfferId, other.slug);
  const [rightClick, wrongClick] = [
    await makeClick(core, await makeUser(core), offer_id),
    await makeClick(core, await makeUser(core), otherOfferId),
  ];
  await postback(core, net, { click_id: 'mangled', transaction_id: 'm-1', status: 'approved' });
  const [row] = await core.database.sql<{ id: number }[]>`select id from postbacks where slug = ${net.slug}`;
  const id = row?.id ?? 0;
  expect(await matchPostback(core.as(anyAdmin), { postback_id: id, click_id: wrongClick })).toMatchObject({
    to: 'refused',
  });
  expect(await matchPostback(core.as(anyAdmin), { postback_id: id, click_id: rightClick })).toMatchObject({
    from: 'refused',
    to: 'accepted',
  });
  await expect(matchPostback(core.as(anyAdmin), { postback_id: id, click_id: wrongClick })).rejects.toMatchObject({
    code: 'POSTBACK_HAD_EFFECT',
  });
  // A postback that was refused without an assigned click cannot be matched.
  await postback(
    core,
    { ...net, secret: 'forged' },
    { click_id: rightClick, transaction_id: 'm-2', status: 'approved' },
  );
  const [forged] = await core.database.sql<
    { id: number }[]
  >`select max(id) as id from postbacks where slug = ${net.slug}`;
  await expect(
    matchPostback(core.as(anyAdmin), { postback_id: forged?.id ?? 0, click_id: rightClick }),
  ).rejects.toMatchObject({
    code: 'POSTBACK_HAD_EFFECT',
  });
});

test('judges a postback again if settings were saved between reading and judging it', async () => {
  const net = await makeNetwork(core);
  await postback(core, net, { click_id: 'c', transaction_id: 'late', status: 'gut' });
  // Simulates an admin who saves the settings in between.
  await core.database.sql`
    update networks set status_map = status_map || '{"gut": "ignore"}', updated_at = now() - interval '1 second' where slug = ${net.slug}`;
  await rejudgeParked(core.as(anyAdmin));
  expect(await core.database.sql`select outcome from postbacks where slug = ${net.slug}`).toEqual([
    { outcome: 'ignored' },
  ]);
});

test('filters the inbox, and reports its counts and a silence in the health figures', async () => {
  const list = (input: object) =>
    listPostbacks(core.kernel, postbackListInput.parse({ network_id: networkId, limit: 1000, ...input }));
  const everything = (await list({})).postbacks;
  for (const outcome of ['accepted', 'repeat', 'parked', 'refused', 'reversed', 'pending'] as const) {
    expect((await list({ outcome })).postbacks).toEqual(everything.filter((entry) => entry.outcome === outcome));
  }
  for (const kind of ['approve', 'pending', 'reverse', 'ignore'] as const) {
    expect((await list({ kind })).postbacks).toEqual(everything.filter((entry) => entry.kind === kind));
  }
  expect((await list({ alerts: true })).postbacks).toEqual(everything.filter(({ alert }) => alert !== null));
  const health = await networkHealth(core.kernel, networkId, 7);
  expect(health.days).toHaveLength(7);
  const today = health.days.at(-1);
  expect(today?.accepted).toBe(everything.filter(({ outcome }) => outcome === 'accepted').length);
  expect(today?.parked).toBe(everything.filter(({ outcome }) => outcome === 'parked').length);
  expect(health).toMatchObject({ is_silent: false, unjudged: 0, last_postback_at: everything[0]?.received_at });
  await core.database
    .sql`update postbacks set received_at = received_at - interval '5 hours' where network_id = ${networkId}`;
  expect(await networkHealth(core.kernel, networkId, 1)).toMatchObject({
    is_silent: true,
    usual_silence_seconds: 3600,
  });
  const { networks } = await listNetworks(core.services);
  expect(networks.filter(({ is_silent }) => is_silent).map(({ network_id }) => network_id)).toEqual([networkId]);
  // Other networks are not affected.
  expect(networks.length).toBeGreaterThan(1);

  const replyTo = async (outcome: string) =>
    (await getPostback(core.services, everything.find((entry) => entry.outcome === outcome)?.postback_id ?? 0)).reply;
  expect((await replyTo('refused'))?.status).toBe(403);
  expect(await replyTo('accepted')).toMatchObject({ status: 200, body: expect.stringContaining('approved') });
});
