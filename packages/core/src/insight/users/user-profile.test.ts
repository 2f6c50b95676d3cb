import type { AuditAction } from '@inaam/contracts/audit/actions';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeClick, makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer, nearlyCertainOdds } from '@inaam/testing/factories/offers';
import { settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock, plainCodes } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeAuditEntry } from '../../kernel/audit.ts';
import { endUserSessions } from '../../people/users/user-sessions.ts';
import { getUserDetail } from './user-detail.ts';
import { getUserProfile } from './user-profile.ts';

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const session = (userId: number) =>
  core.services.userSessions.create(userId, { ip: '192.0.2.7', userAgent: 'a browser' });

test('returns everything about one user and nothing about others', async () => {
  const [code = ''] = await addStock(core, { amount: 311, count: 1 });
  const won = await makeOffer(core, { title: 'Won', spinner_config: nearlyCertainOdds(311) });
  const owed = await makeOffer(core, { title: 'Owed', spinner_config: nearlyCertainOdds(313) });
  const ready = await makeOffer(core, { title: 'Ready' });
  const started = await makeOffer(core, { title: 'Started' });
  const user = await makeUser(core, { ip: '192.0.2.7', device: 'profile-device' });
  const other = await makeUser(core, { ip: '192.0.2.7' });
  const first = await completeOffer(core, network, user, won.offer_id);
  await settleWithRoll(core, first.completionId);
  const second = await completeOffer(core, network, user, owed.offer_id);
  await settleWithRoll(core, second.completionId);
  const third = await completeOffer(core, network, user, ready.offer_id);
  await makeClick(core, user, started.offer_id);
  const newest = await makeClick(core, user, started.offer_id);
  await completeOffer(core, network, other, ready.offer_id);
  await session(user.id);
  await session(other.id);
  await core.database.sql`update user_sessions set expires_at = now() where id = ${(await session(user.id)).sessionId}`;
  const write = (action: AuditAction, subject: number) =>
    core.kernel.write((tx) => writeAuditEntry(tx, anyAdmin, { action, subject: String(subject) }));
  await write('users.flag', user.id);
  await write('offers.update', user.id);
  await write('users.flag', other.id);
  await write('completions.reverse', second.completionId);

  const profile = await getUserProfile(core.kernel, user.id);
  expect(profile.user).toMatchObject({
    user_id: user.id,
    email: user.email,
    total_completions: 3,
    spins_used: 2,
    total_vouchers_won: 2,
    voucher_value: 624,
    google: false,
    email_verified: false,
    registration_ip: '192.0.2.7',
    ip_count: 2,
    registration_device: 'profile-device',
    device_count: 1,
    suspended_at: null,
  });
  expect(profile.sessions).toMatchObject([{ ip: '192.0.2.7', user_agent: 'a browser', signed_in_by_provider: false }]);
  expect(profile.completions).toMatchObject([
    {
      completion_id: third.completionId,
      title: 'Ready',
      category: 'Survey',
      state: 'not_spun',
      source: 'network',
      payout_amount: 20,
      reward_type: 'none',
      voucher_code: null,
    },
    {
      completion_id: second.completionId,
      title: 'Owed',
      state: 'owed',
      reward_type: 'voucher_313',
      voucher_code: null,
    },
    {
      completion_id: first.completionId,
      title: 'Won',
      state: 'won',
      reward_type: 'voucher_311',
      voucher_code: `••••${code.slice(-4)}`,
    },
  ]);
  expect(profile.vouchers).toMatchObject([
    {
      completion_id: first.completionId,
      voucher_code: `••••${code.slice(-4)}`,
      voucher_amount: 311,
      status: 'assigned',
      withdrawn_at: null,
      notice: null,
    },
  ]);
  expect(profile.owed).toMatchObject([{ completion_id: second.completionId, amount: 313 }]);
  expect(profile.waiting_clicks).toMatchObject([{ click_id: newest, title: 'Started', default_payout: 20 }]);
  expect(profile.audit.map(({ action }) => action)).toEqual(['completions.reverse', 'users.flag']);

  expect(await getUserDetail(core.kernel, user.id, plainCodes(core))).toMatchObject({
    user: { user_id: user.id, total_completions: 3 },
    completions: [
      { title: 'Ready', spinner_used: false, reward_type: 'none', voucher_code: null },
      { title: 'Owed', spinner_used: true, reward_type: 'voucher_313', voucher_code: null },
      { title: 'Won', spinner_used: true, reward_type: 'voucher_311', voucher_code: code },
    ],
  });
});

test('ends all sessions of a user and writes one audit entry', async () => {
  const [user, other] = [await makeUser(core), await makeUser(core)];
  const cookies = [await session(user.id), await session(user.id), await session(other.id)].map(
    ({ cookie }) => `${cookie.name}=${cookie.value}`,
  );
  const end = () => endUserSessions(core.as(anyAdmin), user.id);
  expect(await end()).toBe(2);
  expect(await end()).toBe(0);
  const found = await Promise.all(cookies.map((cookie) => core.services.userSessions.validate(cookie, null)));
  expect(found.map((each) => each?.person.id)).toEqual([undefined, undefined, other.id]);
  const { sessions, audit: entries } = await getUserProfile(core.kernel, user.id);
  expect(sessions).toEqual([]);
  expect(entries).toMatchObject([{ action: 'users.end_sessions', actor_name: 'tester', after: { ended: 2 } }]);
});

test('rejects an unknown user', async () => {
  const missing = { code: 'USER_NOT_FOUND' };
  await expect(getUserProfile(core.kernel, 999_999)).rejects.toMatchObject(missing);
  await expect(getUserDetail(core.kernel, 999_999)).rejects.toMatchObject(missing);
  await expect(endUserSessions(core.as(anyAdmin), 999_999)).rejects.toMatchObject(missing);
});
