import { type FraudSubject, fraudActionInput, fraudListInput } from '@inaam/contracts/fraud/fraud';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import {
  completeOffer,
  makeClick,
  makeNetwork,
  postback,
  type TestNetwork,
} from '@inaam/testing/factories/completions';
import { makeAccountsAtAddress, setRegistrationTime } from '@inaam/testing/factories/fraud';
import { anyAdmin, anyCaller, makeUser, type TestUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer, nearlyCertainOdds } from '@inaam/testing/factories/offers';
import { settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markVoucherUsed } from '../../ledger/vouchers/status.ts';
import { openUserSession } from '../../people/account/sign-in.ts';
import { applyFraudAction } from './act.ts';
import { getEvidence } from './evidence.ts';
import { getImpact } from './impact.ts';
import { listFraud } from './list.ts';

const RING = '198.51.100.200';
const CARRIER = '203.0.113.200';

let core: TestCore;
let network: TestNetwork;
let ring: TestUser[];
let honest: TestUser[];

beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
  ring = await makeAccountsAtAddress(core, { accounts: 20, devices: 3, ip: RING, withinMinutes: 120, name: 'ring' });
  honest = await makeAccountsAtAddress(core, {
    accounts: 200,
    devices: 200,
    ip: CARRIER,
    withinMinutes: 14 * 24 * 60,
    name: 'phone',
  });
});
afterAll(() => core.close());

const evidence = (subject: FraudSubject) => getEvidence(core.kernel, subject);
const impact = (subject: FraudSubject) => getImpact(core.kernel, '192.0.2.1', subject);
const act = (input: unknown) => applyFraudAction(core.as(anyAdmin), fraudActionInput.parse(input));
const getId = (user: TestUser | undefined) => user?.id ?? 0;
const signIn = (user: TestUser, details: { ip?: string; device?: string }) =>
  openUserSession(core.services, { ...user, firstName: 'A', lastName: 'B' }, { ...anyCaller, ...details }, 'password');

describe('a ring of 20 accounts on 3 devices', () => {
  test('shows in the evidence of its address', async () => {
    const found = await evidence({ kind: 'ip', key: RING });
    expect(found.reasons).toEqual([
      { text: '20 accounts on this address share only 3 devices', weight: 'strong' },
      { text: '20 accounts on this address within 2 hours', weight: 'weak' },
    ]);
    expect(found).toMatchObject({
      kind: 'ip',
      key: RING,
      title: RING,
      is_banned: false,
      shared: null,
      figures: { accounts: 20, flagged: 0, devices: 3, addresses: 1, active_last_week: 20 },
      addresses: [{ ip_address: RING, accounts: 20, is_blocked: false }],
      devices: [
        { device_fingerprint: 'ring-0', accounts: 7, is_blocked: false },
        { device_fingerprint: 'ring-1', accounts: 7, is_blocked: false },
        { device_fingerprint: 'ring-2', accounts: 6, is_blocked: false },
      ],
    });
    expect(found.accounts.map(({ user_id }) => user_id)).toEqual(ring.map(({ id }) => id).toReversed());
    expect(new Set(found.accounts.flatMap(({ shares }) => shares))).toEqual(new Set(['ip']));
    expect(found.timeline).toHaveLength(20);
    expect(new Set(found.timeline.map(({ kind }) => kind))).toEqual(new Set(['registered']));
  });

  test('shows in the evidence of its devices and accounts', async () => {
    const device = await evidence({ kind: 'device', key: 'ring-0' });
    expect(device.reasons).toEqual([{ text: '7 accounts on this device within 2 hours', weight: 'strong' }]);
    expect(device.figures).toMatchObject({ accounts: 7, devices: 1, addresses: 1 });
    const user = await evidence({ kind: 'user', key: getId(ring[0]) });
    expect(user.reasons.filter(({ weight }) => weight === 'strong').map(({ text }) => text)).toEqual([
      '7 accounts on this device within 2 hours',
      '20 accounts on this address share only 3 devices',
    ]);
    expect(user.accounts[0]).toMatchObject({ user_id: getId(ring[0]), shares: [] });
    expect(user.accounts.find(({ user_id }) => user_id === getId(ring[3]))?.shares).toEqual(['device', 'ip']);
    expect(user.figures).toMatchObject({ accounts: 20, devices: 3 });
  });

  test('shows in the lists', async () => {
    const found = await listFraud(core.kernel, fraudListInput.parse({ search: 'ring', limit: 100 }));
    expect(found.suspiciousIPs).toMatchObject([{ ip_address: RING, registration_count: 20 }]);
    expect(found.suspiciousDevices.map((row) => row.registration_count).toSorted()).toEqual([6, 7, 7]);
    expect(found.recentRegistrations).toHaveLength(20);
    expect(found.recentRegistrations.every((row) => row.ip_count === 20 && row.device_count >= 6)).toBe(true);
  });
});

describe('200 honest users on one address with 200 devices', () => {
  test('make the address look shared, and give no strong reason', async () => {
    const found = await evidence({ kind: 'ip', key: CARRIER });
    const figures = /: 200 accounts on 200 devices with \d+ browsers over 14 days/;
    expect(found.shared).toMatch(figures);
    expect(found.shared).toMatch(/^203\.0\.113\.200 looks like a mobile carrier’s shared address/);
    expect(found.reasons).toEqual([{ text: '200 accounts on this address', weight: 'weak' }]);
    expect(found.figures).toMatchObject({ accounts: 200, devices: 200 });
    expect(await impact({ kind: 'ip', key: CARRIER })).toMatchObject({ registered: 200, looks_shared: true });
    expect(await impact({ kind: 'ip', key: RING })).toMatchObject({ registered: 20, looks_shared: false });
  });

  test('are not linked to each other, even if one of them is flagged', async () => {
    await act({ action: 'flag_user', user_id: getId(honest[0]) });
    const found = await evidence({ kind: 'user', key: getId(honest[1]) });
    expect(found.shared).toContain('looks like a mobile carrier’s shared address');
    expect(found.reasons).toEqual([{ text: '200 accounts on this address', weight: 'weak' }]);
    expect(found.accounts.map(({ user_id }) => user_id)).toEqual([getId(honest[1])]);
    expect(found.figures).toMatchObject({ accounts: 1, flagged: 0 });
    const address = await evidence({ kind: 'ip', key: CARRIER });
    expect(address.reasons.filter(({ weight }) => weight === 'strong')).toEqual([]);
    expect(address.reasons).toContainEqual({ text: '1 of 200 accounts is flagged', weight: 'weak' });
  });
});

describe('links between accounts', () => {
  test('by device remain after the sessions end, and make a flagged account a strong reason', async () => {
    const source = { ip: '198.51.100.10', device: 'company' };
    const bad = await makeUser(core, { ...source, firstName: 'Bad', lastName: 'Actor' });
    const visitor = await makeUser(core, { ip: '198.51.100.11' });
    await signIn(visitor, { ip: '198.51.100.11', device: 'company' });
    await act({ action: 'flag_user', user_id: bad.id, notes: 'sold accounts' });
    await core.database.sql`delete from user_sessions where user_id = ${visitor.id}`;
    const found = await evidence({ kind: 'user', key: visitor.id });
    expect(found.reasons[0]).toEqual({ text: 'Same device as a flagged account (Bad Actor)', weight: 'strong' });
    const seen = await evidence({ kind: 'user', key: bad.id });
    expect(seen).toMatchObject({ is_banned: true, note: 'sold accounts' });
    expect(seen.accounts.find(({ user_id }) => user_id === visitor.id)?.shares).toEqual(['session_device']);
    expect(seen.timeline[0]).toMatchObject({ kind: 'flagged', user_id: bad.id, text: 'sold accounts · tester' });
  });

  test('by address are a weak reason, and a blocked address or device is a strong reason', async () => {
    const ip = '198.51.100.12';
    const bad = await makeUser(core, { ip, firstName: 'Worse' });
    const other = await makeUser(core, { ip, device: 'blocked-place' });
    await act({ action: 'flag_user', user_id: bad.id });
    await act({ action: 'block_device', device_fingerprint: 'blocked-place', notes: 'emulator' });
    await act({ action: 'block_ip', ip_address: ip });
    const found = await evidence({ kind: 'user', key: other.id });
    expect(found.reasons).toEqual([
      { text: 'Seen on a blocked device (blocked-place)', weight: 'strong' },
      { text: `Seen on a blocked address (${ip})`, weight: 'strong' },
      { text: '2 accounts on this address within 1 minute', weight: 'weak' },
      { text: 'Same address as a flagged account (Worse Rao)', weight: 'weak' },
    ]);
    expect(
      found.timeline
        .filter(({ kind }) => kind === 'blocked')
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual([`${ip} · Blocked by admin · tester`, 'blocked-place · emulator · tester']);
    const device = await evidence({ kind: 'device', key: 'blocked-place' });
    expect(device).toMatchObject({ is_banned: true, note: 'emulator', reasons: [] });
    expect(device.banned_at).toMatch(/^\d{4}-.*Z$/);
  });

  test('by sessions remain after a flag has ended the sessions', async () => {
    const ip = '198.51.100.61';
    const [a, b] = [await makeUser(core, { ip: '198.51.100.62' }), await makeUser(core, { ip })];
    await core.services.userSessions.create(a.id, { ip, userAgent: 'Visitor', device: 'visiting-phone' });
    const listLinked = async () => {
      const found = await evidence({ kind: 'ip', key: ip });
      return [
        found.accounts.map(({ user_id, shares }) => [user_id, shares]),
        found.figures.accounts,
        found.figures.devices,
      ];
    };
    const before = await listLinked();
    expect(before[0]).toEqual([
      [b.id, ['ip']],
      [a.id, ['session_ip']],
    ]);
    await act({ action: 'flag_user', user_id: a.id });
    expect(await listLinked()).toEqual(before);
    expect((await evidence({ kind: 'ip', key: ip })).reasons).toContainEqual({
      text: '1 of 2 accounts is flagged',
      weight: 'weak',
    });
    const own = await evidence({ kind: 'user', key: a.id });
    expect(own.accounts.map(({ user_id }) => user_id)).toEqual([a.id, b.id]);
    expect((await evidence({ kind: 'user', key: b.id })).reasons).toContainEqual({
      text: 'Same address as a flagged account (Asha Rao)',
      weight: 'weak',
    });
  });

  test('do not arise from absent addresses and fingerprints', async () => {
    const [a] = [await makeUser(core), await makeUser(core)];
    const found = await evidence({ kind: 'user', key: a.id });
    expect(found).toMatchObject({ reasons: [], shared: null, addresses: [], devices: [] });
    expect(found.accounts.map(({ user_id }) => user_id)).toEqual([a.id]);
    expect(found.timeline).toMatchObject([{ kind: 'registered', text: 'from an unknown address' }]);
  });
});

describe('behaviour', () => {
  test('reports fast completions, reversals and a timeline', async () => {
    const user = await makeUser(core, { ip: '198.51.100.13', device: 'quick' });
    const offers = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        makeOffer(core, { title: `Quick ${i}`, spinner_config: nearlyCertainOdds(1_50_000) }),
      ),
    );
    await addStock(core, { amount: 1_50_000, count: 5 });
    const completions: { completionId: number; clickId: string; transactionId: string }[] = [];
    for (const { offer_id } of offers) completions.push(await completeOffer(core, network, user, offer_id));
    const [first, second] = completions;
    if (!first || !second) throw new Error('no offer was completed');
    for (const { transactionId, clickId } of [first, second]) {
      await postback(core, network, { click_id: clickId, transaction_id: transactionId, status: 'reversed' });
    }
    await settleWithRoll(core, completions[4]?.completionId ?? 0);
    const found = await evidence({ kind: 'user', key: user.id });
    expect(found.reasons).toEqual([
      { text: 'Completed 5 offers within 10 minutes of registering', weight: 'strong' },
      { text: 'Completed 5 offers within 30 seconds of starting them', weight: 'strong' },
      { text: 'The network reversed 2 of 5 completions', weight: 'weak' },
    ]);
    const kinds = found.timeline.map(({ kind }) => kind);
    const countKind = (kind: string) => kinds.filter((each) => each === kind).length;
    expect([countKind('registered'), countKind('clicked'), countKind('completed'), countKind('reversed')]).toEqual([
      1, 5, 5, 2,
    ]);
    expect(found.timeline.find(({ kind }) => kind === 'won')).toMatchObject({
      text: '₹1,50,000 · Quick 4',
      completion_id: completions[4]?.completionId,
      name: 'Asha Rao',
    });
    const times = found.timeline.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(found.figures).toMatchObject({ completions: 5, voucher_value: 1_50_000, revenue: 60 });
    expect(await impact({ kind: 'user', key: user.id })).toEqual({
      registered: 1,
      active_last_week: 1,
      sessions: 0,
      unused_vouchers: 1,
      looks_shared: false,
      is_own: false,
    });
    // For a device with several accounts, the reason says how many of them were fast.
    await makeUser(core, { device: 'quick' });
    expect((await evidence({ kind: 'device', key: 'quick' })).reasons).toContainEqual({
      text: '1 account completed 3 or more offers within 10 minutes of registering, up to 5',
      weight: 'strong',
    });
  });

  test('gives no reason for completions at an honest pace', async () => {
    const user = await makeUser(core);
    await setRegistrationTime(core, user, 60 * 24);
    for (let i = 0; i < 4; i++) {
      const { offer_id } = await makeOffer(core);
      const clickId = await makeClick(core, user, offer_id);
      await rewriteFacts(
        core,
        (sql) => sql`update clicks set created_at = now() - interval '10 minutes' where click_id = ${clickId}`,
      );
      await postback(core, network, { click_id: clickId, transaction_id: clickId, status: 'approved' });
    }
    expect((await evidence({ kind: 'user', key: user.id })).reasons).toEqual([]);
  });
});

describe('the impact of an action', () => {
  test('counts won vouchers that are unused', async () => {
    const user = await makeUser(core, { ip: '198.51.100.14' });
    await addStock(core, { amount: 2_50_000, count: 3 });
    for (const i of [0, 1, 2]) {
      const { offer_id } = await makeOffer(core, { title: `Sure ${i}`, spinner_config: nearlyCertainOdds(2_50_000) });
      await settleWithRoll(core, (await completeOffer(core, network, user, offer_id)).completionId);
    }
    const vouchers = await core.database.sql<{ id: number }[]>`
      select v.id from completion_vouchers v join completions c on c.id = v.completion_id where c.user_id = ${user.id}`;
    const [first] = vouchers;
    if (!first) throw new Error('three wins without a voucher');
    await markVoucherUsed(core.as(userActor(user.id)), first.id);
    await waitForChangeFeed(core);
    const touched = { registered: 1, unused_vouchers: 2 };
    expect(await impact({ kind: 'user', key: user.id })).toMatchObject(touched);
    expect(await impact({ kind: 'ip', key: '198.51.100.14' })).toMatchObject(touched);
  });

  test('counts accounts, active accounts, live sessions and vouchers, and recognises the admin’s own address', async () => {
    const [a, b] = [await makeUser(core, { ip: '192.0.2.1', device: 'x' }), await makeUser(core, { ip: '192.0.2.1' })];
    const signedIn = await signIn(a, { ip: '192.0.2.1', device: 'x' });
    await signIn(b, { ip: '192.0.2.1' });
    await core.database
      .sql`update user_stats set last_activity_at = now() - interval '7 days 1 minute' where user_id = ${b.id}`;
    await core.database.sql`
      update user_stats set last_activity_at = now() - interval '6 days 23 hours' where user_id = ${a.id}`;
    await core.database.sql`update user_sessions set expires_at = now() where user_id = ${b.id}`;
    expect(signedIn.answer.user.id).toBe(a.id);
    expect(await impact({ kind: 'ip', key: '::ffff:192.0.2.1' })).toEqual({
      registered: 2,
      active_last_week: 1,
      sessions: 1,
      unused_vouchers: 0,
      looks_shared: false,
      is_own: true,
    });
    expect(await impact({ kind: 'device', key: 'x' })).toMatchObject({
      registered: 1,
      sessions: 1,
      is_own: false,
    });
    expect(await impact({ kind: 'user', key: a.id })).toMatchObject({ registered: 1, sessions: 1 });
  });

  test('is zero for an unknown source; an unknown user or an invalid address is rejected', async () => {
    const nothing = { registered: 0, active_last_week: 0, sessions: 0, unused_vouchers: 0 };
    expect(await impact({ kind: 'ip', key: '203.0.113.99' })).toMatchObject(nothing);
    expect(await evidence({ kind: 'device', key: 'unheard-of' })).toMatchObject({
      is_banned: false,
      reasons: [],
      figures: { accounts: 0, revenue: 0 },
      accounts: [],
      timeline: [],
    });
    for (const read of [evidence, impact]) {
      await expect(read({ kind: 'user', key: 999_999 })).rejects.toMatchObject({
        code: 'USER_NOT_FOUND',
        field: 'key',
      });
      await expect(read({ kind: 'ip', key: 'nowhere' })).rejects.toMatchObject({ code: 'BAD_INPUT', field: 'key' });
    }
  });
});
