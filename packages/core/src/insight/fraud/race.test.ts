import { setTimeout as sleep } from 'node:timers/promises';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { anyAdmin, anyCaller, makeUser } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { providerSignIn } from '../../people/account/provider-sign-in.ts';
import { applyFraudAction } from './act.ts';
import { flagUsers } from './flag.ts';

/** Runs a flag and a sign-in at the same time. In either order, no session may remain. */

const uid = 'provider-racer';
const email = 'racer@example.com';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore({
    verifyIdToken: async () => ({ uid, email, emailVerified: true, firstName: 'Asha', lastName: 'Rao' }),
  });
});
afterAll(() => core.close());

const flag = (userId: number) =>
  applyFraudAction(core.as(anyAdmin), { action: 'flag_user', user_id: userId, notes: 'race' });
const unflag = (userId: number) =>
  applyFraudAction(core.as(anyAdmin), { action: 'unflag_user', user_id: userId, notes: 'race' });

const countSessions = async (userId: number) =>
  (await core.database.sql`select id from user_sessions where user_id = ${userId}`).length;

/** Flags a user, starts another action before the flag commits, and returns how that action ended. */
async function startBeforeCommit(
  userId: number,
  begin: () => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>> {
  const ends: Promise<PromiseSettledResult<unknown>[]>[] = [];
  await core.kernel.write(async (tx) => {
    await flagUsers(tx, anyAdmin, { action: 'flag_user', userIds: [userId], notes: 'race' });
    ends.push(Promise.allSettled([begin()]));
    // In this time the action reads the state before the flag, and then waits for the flag.
    await sleep(300);
  });
  const [end] = (await ends[0]) ?? [];
  if (!end) throw new Error('no action was started');
  return end;
}

test.each(['password', 'provider'] as const)(
  'refuses a sign-in by %s that begins before the flag commits and finishes afterwards',
  async (way) => {
    const { id } = await makeUser(core, way === 'provider' ? { email, providerUid: uid, passwordHash: null } : {});
    const open = () =>
      way === 'provider'
        ? providerSignIn(core.services, anyCaller, { idToken: 'a.b.c' })
        : core.services.userSessions.create(id, anyCaller);
    expect(await startBeforeCommit(id, open)).toMatchObject({ status: 'rejected', reason: { code: 'SUSPENDED' } });
    expect(await countSessions(id)).toBe(0);
  },
);

test('ends a session that is being opened when the flag begins', async () => {
  const { id } = await makeUser(core);
  const flags: Promise<unknown>[] = [];
  await core.database.sql.begin(async (tx) => {
    // Runs the statements that open a session, and commits them only after the flag has begun.
    await tx`select 1 from users where id = ${id} and suspended_at is null for share`;
    await tx`insert into user_sessions (id, user_id, expires_at) values ('held', ${id}, now() + interval '1 day')`;
    flags.push(flag(id));
    await sleep(300);
  });
  await Promise.all(flags);
  expect(await countSessions(id)).toBe(0);
});

test('leaves no session after sign-ins and flags in any order, even after an unflag', async () => {
  const { id } = await makeUser(core);
  for (let round = 0; round < 15; round++) {
    const opened = Array.from({ length: 12 }, async (_, i) => {
      await sleep(i % 4);
      const { cookie } = await core.services.userSessions.create(id, anyCaller);
      return `${cookie.name}=${cookie.value}`;
    });
    const [, ...results] = await Promise.allSettled([sleep(round % 5).then(() => flag(id)), ...opened]);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'SUSPENDED' });
    }
    expect(await countSessions(id)).toBe(0);
    await unflag(id);
    for (const result of results) {
      if (result.status === 'rejected') continue;
      expect(await core.services.userSessions.validate(result.value, null)).toBeUndefined();
    }
  }
});
