import { randomBytes } from 'node:crypto';
import { creditInput } from '@inaam/contracts/identity/user-profile';
import { offerUpdateInput } from '@inaam/contracts/offers/offers';
import type { SqlClient } from '@inaam/db/client';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import {
  completeOffer,
  makeClick,
  makeNetwork,
  postback,
  type TestNetwork,
} from '@inaam/testing/factories/completions';
import { anyAdmin, makeAdmin, makeUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { runQueuedBehindLock, whileLocked } from '@inaam/testing/while-locked';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCompletionTrace } from '../../insight/conversions/completion-trace.ts';
import type { Actor, AdminActor } from '../../kernel/actor.ts';
import { createKernel } from '../../kernel/kernel.ts';
import { deleteDueAccounts } from '../../people/account/delete-account.ts';
import { handOverKey, issueKey } from '../../people/keys/api-keys.ts';
import { updateOffer } from '../offers/save.ts';
import { spin } from '../spins/spin.ts';
import { creditCompletion } from './credit.ts';

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
  await core.database.sql`
    update networks set params = params || '{"goal_id": "goal"}'::jsonb where slug = ${network.slug}`;
});
afterAll(() => core.close());

const credit = (userId: number, offerId: number, more: object = {}) =>
  creditCompletion(
    core.as(anyAdmin),
    creditInput.parse({ user_id: userId, offer_id: offerId, reason: 'lost by the network', ...more }),
  );

/** Returns the stored counters and the counters after a recount. */
async function readCountersAndRecount() {
  const { sql } = core.database;
  const read = async () => ({
    users: await sql`select * from user_stats_now() order by user_id`,
    days: await sql`
      select day, offer_id, sum(clicks) as clicks, sum(completions) as completions, sum(revenue_paise) as revenue
      from offer_days_now() group by 1, 2 order by 1, 2`,
  });
  const stored = await read();
  await sql`select recount()`;
  return [stored, await read()];
}

describe('a completion credited by hand', () => {
  test('belongs to the user’s newest click, is audited and can be spun', async () => {
    const { offer_id: offerId } = await makeOffer(core);
    const user = await makeUser(core);
    await makeClick(core, user, offerId);
    const newest = await makeClick(core, user, offerId);
    const completionId = await credit(user.id, offerId, { payout_amount: 12.5 });
    const [figures] = await core.database.sql`
      select completions, revenue_paise from user_stats_now() where user_id = ${user.id}`;
    expect(figures).toEqual({ completions: 1, revenue_paise: 1250 });
    const trace = await getCompletionTrace(core.services, completionId);
    expect(trace).toMatchObject({
      completion: {
        source: 'admin',
        status: 'approved',
        transaction_id: `manual-${newest}`,
        payout_amount: 12.5,
        reported_payout: null,
      },
      click: { click_id: newest },
      spin: {
        outcome: 'waiting',
        spinner_config: '{"rewards":[{"amount":5,"probability":10},{"amount":10,"probability":5}]}',
      },
      postbacks: [],
      audit: [
        {
          action: 'completions.credit',
          actor_name: 'tester',
          note: 'lost by the network',
          after: { user_id: user.id, offer_id: offerId, click_id: newest, payout_paise: 1250 },
        },
      ],
    });
    expect(await spin(core.as(userActor(user.id)), { offerId, clientSeed: '' })).toMatchObject({ success: true });
    const [stored, counted] = await readCountersAndRecount();
    expect(stored).toEqual(counted);
  });

  test('creates a missing click, and counts the offer’s reward amount as payout by default', async () => {
    const { offer_id: offerId } = await makeOffer(core, { is_active: false });
    const user = await makeUser(core);
    const trace = await getCompletionTrace(core.services, await credit(user.id, offerId));
    expect(trace.click?.click_id).toMatch(/^[\w-]{22}$/);
    expect(trace.completion).toMatchObject({ payout_amount: 20, transaction_id: `manual-${trace.click?.click_id}` });
    const [stored, counted] = await readCountersAndRecount();
    expect(stored).toEqual(counted);
  });

  test('is created only once by concurrent calls', async () => {
    const { offer_id: offerId } = await makeOffer(core);
    const user = await makeUser(core);
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => credit(user.id, offerId)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of all)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'OFFER_ALREADY_COMPLETED' });
    const [counts] = await core.database.sql`
      select (select count(*) from completion_states where user_id = ${user.id}) as completions,
        (select count(*) from clicks where user_id = ${user.id}) as clicks,
        (select completions from user_stats_now() where user_id = ${user.id}) as counted`;
    expect(counts).toEqual({ completions: 1, clicks: 1, counted: 1 });
  });

  test('is created once, and a retry after a lost answer returns the first result', async () => {
    const { offer_id: offerId } = await makeOffer(core);
    const user = await makeUser(core);
    const [seed, clickId] = [randomBytes(32), 'a-click-of-the-call'];
    const once = () => core.database.sql`
      select * from credit_completion(${JSON.stringify(anyAdmin)}::jsonb, ${user.id}, ${offerId}, 'r', 0, ${seed},
        ${clickId})`;
    const first = await once();
    expect(first).toMatchObject([{ problem: null }]);
    expect(await once()).toEqual(first);
    await expect(credit(user.id, offerId)).rejects.toMatchObject({ code: 'OFFER_ALREADY_COMPLETED' });
    const written = await core.database.sql`
      select 1 from audit_entries where action = 'completions.credit' and subject = ${String(first[0]?.['completion_id'])}`;
    expect(written).toHaveLength(1);
  });

  test('stays the only completion when a postback arrives later or concurrently', async () => {
    const { offer_id: offerId } = await makeOffer(core);
    const late = await makeUser(core);
    const clickId = await makeClick(core, late, offerId);
    const completionId = await credit(late.id, offerId);
    const params = { click_id: clickId, transaction_id: 'late', status: 'approved', payout: '30' };
    expect(await postback(core, network, params)).toMatchObject({ outcome: 'accepted', completionId });
    expect(await postback(core, network, params)).toMatchObject({ outcome: 'repeat', completionId });
    for (let round = 0; round < 10; round++) {
      const user = await makeUser(core);
      const click_id = await makeClick(core, user, offerId);
      const [byHand, byNetwork] = await Promise.allSettled([
        credit(user.id, offerId),
        postback(core, network, { click_id, transaction_id: `race-${round}`, status: 'approved' }),
      ]);
      expect(byNetwork).toMatchObject({ status: 'fulfilled', value: { outcome: 'accepted' } });
      if (byHand.status === 'rejected') expect(byHand.reason).toMatchObject({ code: 'OFFER_ALREADY_COMPLETED' });
    }
    const [stored, counted] = await readCountersAndRecount();
    expect(stored).toEqual(counted);
  });
});

describe('a credit is refused', () => {
  test('for a completed offer, an unknown user, an unknown offer and an offer without a network', async () => {
    const { offer_id: offerId } = await makeOffer(core);
    const user = await makeUser(core);
    await completeOffer(core, network, user, offerId);
    await expect(credit(user.id, offerId)).rejects.toMatchObject({ code: 'OFFER_ALREADY_COMPLETED' });
    await expect(credit(999_999, offerId)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await expect(credit(user.id, 999_999)).rejects.toMatchObject({ code: 'OFFER_NOT_FOUND' });
    const { offer_id: orphan } = await makeOffer(core);
    await core.database.sql`update offers set network_id = null where id = ${orphan}`;
    await expect(credit(user.id, orphan)).rejects.toMatchObject({ code: 'OFFER_WITHOUT_NETWORK' });
    const clicks = await core.database.sql`select 1 from clicks where offer_id = ${orphan}`;
    expect(clicks).toHaveLength(0);
  });
});

test('refuses the support role a credit whose payout or highest prize exceeds ₹500', async () => {
  const support = await makeAdmin(core, undefined, 'support');
  const tries = async (role: Actor, top: number, payout_amount: number) => {
    const { offer_id } = await makeOffer(core, { spinner_config: [{ amount: top, permille: 10 }] });
    const user_id = (await makeUser(core)).id;
    return creditCompletion(core.as(role), creditInput.parse({ user_id, offer_id, reason: 'r', payout_amount }));
  };
  expect(await tries(support, 500, 500)).toEqual(expect.any(Number));
  for (const [top, paid] of [
    [501, 1],
    [1, 500.01],
  ] as const) {
    await expect(tries(support, top, paid)).rejects.toMatchObject({
      code: 'ROLE_TOO_LOW',
      message: 'The support role can give credits that cost up to ₹500. Please ask a manager.',
    });
    expect(await tries({ ...support, role: 'manager' }, top, paid)).toEqual(expect.any(Number));
  }
});

describe('a completion that awaits the goal that gives the spin', () => {
  const install = { goal_id: 'install', name: 'Install', payout_paise: 500, gives_spin: false };
  const buy = { goal_id: 'buy', name: 'Buy', payout_paise: 4000, gives_spin: true };

  /** A user who reached the first of two goals. */
  async function makeAwaiting(top: number) {
    const spinner_config = [{ amount: top, permille: 10 }];
    const { offer_id: offerId } = await makeOffer(core, { spinner_config, offer_goals: [install, buy] });
    const user = await makeUser(core);
    const click_id = await makeClick(core, user, offerId);
    const makeGoalCall = (goal: string) => ({
      click_id,
      transaction_id: `${click_id}-${goal}`,
      status: 'approved',
      goal,
    });
    await postback(core, network, makeGoalCall('install'));
    return { offerId, user, makeGoalCall };
  }

  test('is valued by the odds that were published when the first goal was reached, not by the current odds', async () => {
    const support = await makeAdmin(core, undefined, 'support');
    const { offerId, user } = await makeAwaiting(501);
    const spinner_config = JSON.stringify({ rewards: [{ amount: 1, probability: 10 }] });
    const lower = { offer_id: String(offerId), spinner_config };
    await updateOffer(core.as(anyAdmin), offerUpdateInput.parse(lower));
    const input = creditInput.parse({ user_id: user.id, offer_id: offerId, reason: 'r' });
    await expect(creditCompletion(core.as(support), input)).rejects.toMatchObject({ code: 'ROLE_TOO_LOW' });
  });

  test('adds by default the payout of the goal that gives the spin, and adds nothing if 0 was entered', async () => {
    const readRevenue = async (more: object) => {
      const { offerId, user } = await makeAwaiting(5);
      await credit(user.id, offerId, more);
      const [row] = await core.database.sql<{ revenue_paise: number }[]>`
        select revenue_paise from user_stats_now() where user_id = ${user.id}`;
      return row?.revenue_paise;
    };
    expect(await readRevenue({})).toBe(45_00);
    expect(await readRevenue({ payout_amount: 0 })).toBe(5_00);
  });

  test('keeps the credited payout, and raises an alert when the network pays for the goal', async () => {
    const { offerId, user, makeGoalCall } = await makeAwaiting(5);
    await credit(user.id, offerId, { payout_amount: 30 });
    const { outcome } = await postback(core, network, { ...makeGoalCall('buy'), payout: '40' });
    expect(outcome).toBe('repeat');
    const [row] = await core.database.sql`
      select alert from postbacks where transaction_id = ${makeGoalCall('buy').transaction_id}`;
    expect(row).toEqual({
      alert: 'This goal was credited by hand, and the payout that the postback names is not counted',
    });
  });

  test('cannot be credited by hand if the network concurrently reports the goal as pending', async () => {
    const { offerId, user, makeGoalCall } = await makeAwaiting(5);
    const { waited, result } = await whileLocked(
      core,
      (sql) => {
        const kernel = createKernel({ db: core.database.db, sql }, { deadline: 12_000 });
        const inside = { ...core, kernel, services: { ...core.services, kernel } };
        return postback(inside, network, { ...makeGoalCall('buy'), status: 'pending' });
      },
      () => credit(user.id, offerId).catch((error: unknown) => error),
    );
    expect(waited).toBe(true);
    expect(result).toMatchObject({ code: 'OFFER_ALREADY_COMPLETED' });
    const [row] = await core.database.sql`
      select status, transaction_id from completion_states where user_id = ${user.id} and offer_id = ${offerId}`;
    expect(row).toEqual({ status: 'pending', transaction_id: makeGoalCall('buy').transaction_id });
  });
});

test('refuses credits to deleted users', async () => {
  const { offer_id: offerId } = await makeOffer(core);
  const user = await makeUser(core);
  await core.database.sql`update users set deletion_due_at = now(), deletion_notice_at = now() where id = ${user.id}`;
  await deleteDueAccounts(core.services);
  await expect(credit(user.id, offerId)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
});

test('requires approval above the limit, which applies to all credits by one admin within a day', async () => {
  const ownCore = await createTestCore({ approvals: { when: 'always', creditPaise: 100_00 } });
  try {
    await makeNetwork(ownCore);
    const tries = async (top: number, payout_amount: number, owner?: Actor) => {
      const { offer_id } = await makeOffer(ownCore, { spinner_config: [{ amount: top, permille: 10 }] });
      const user_id = (await makeUser(ownCore)).id;
      const by = owner ?? (await makeAdmin(ownCore));
      return creditCompletion(ownCore.as(by), creditInput.parse({ user_id, offer_id, reason: 'r', payout_amount }));
    };
    expect(await tries(100, 100)).toEqual(expect.any(Number));
    for (const [top, paid] of [
      [101, 100],
      [100, 100.01],
    ] as const) {
      await expect(tries(top, paid)).rejects.toMatchObject({ code: 'WAITS_FOR_APPROVAL' });
    }
    // All credits by one admin within a day count together.
    const one = await makeAdmin(ownCore);
    await tries(60, 1, one);
    await tries(40, 1, one);
    await expect(tries(1, 1, one)).rejects.toMatchObject({ code: 'WAITS_FOR_APPROVAL' });
    await tries(1, 1);
    await ownCore.database.sql.begin(async (tx) => {
      await tx`alter table audit_log disable trigger user`;
      await tx`update audit_log set at = at - interval '24 hours 1 second'`;
      await tx`alter table audit_log enable trigger user`;
    });
    await tries(100, 1, one);

    // Credits by a service key count for the admin who issued the key, even after a handover of the key.
    const [issuer, other] = [await makeAdmin(ownCore), await makeAdmin(ownCore)];
    const keys = [await makeKey(ownCore, issuer, 'first'), await makeKey(ownCore, issuer, 'second')];
    await tries(60, 1, keys[0]);
    await handOverKey(ownCore.as(issuer), { key_id: keys[1]?.id ?? 0, admin_id: other.id });
    for (const by of [keys[1], issuer])
      await expect(tries(41, 1, by)).rejects.toMatchObject({ code: 'WAITS_FOR_APPROVAL' });
    await tries(100, 1, other);
  } finally {
    await ownCore.close();
  }
});

/** A service key that may credit. */
async function makeKey(ownCore: TestCore, issuer: AdminActor, name: string): Promise<Actor & { id: number }> {
  await issueKey(ownCore.as(issuer), { name, scopes: ['credit'] });
  const [key] = await ownCore.database.sql<{ id: number }[]>`select id from api_keys where name = ${name}`;
  return { kind: 'service', id: key?.id ?? 0, name, ip: null, scopes: ['credit'] };
}

test('does not let concurrent credits by an admin and by that admin’s key exceed the limit together', async () => {
  const ownCore = await createTestCore({ approvals: { when: 'always', creditPaise: 100_00 } });
  try {
    await makeNetwork(ownCore);
    const owner = await makeAdmin(ownCore);
    const key = await makeKey(ownCore, owner, 'crm');
    const prepare = async (by: Actor) => {
      const { offer_id } = await makeOffer(ownCore, { spinner_config: [{ amount: 60, permille: 10 }] });
      const user_id = (await makeUser(ownCore)).id;
      return () =>
        creditCompletion(ownCore.as(by), creditInput.parse({ user_id, offer_id, reason: 'r', payout_amount: 1 }));
    };
    const calls = [await prepare(owner), await prepare(key)];
    const lock = (sql: SqlClient) => sql`select 1 from admins where id = ${owner.id} for update`;
    const ends = await runQueuedBehindLock(ownCore, lock, calls);
    expect(ends.map((end) => (end.status === 'fulfilled' ? 'done' : (end.reason as { code: string }).code))).toEqual([
      'done',
      'WAITS_FOR_APPROVAL',
    ]);
  } finally {
    await ownCore.close();
  }
});
