import { serviceKeyInput } from '@inaam/contracts/access/api-keys';
import { offerUpdateInput } from '@inaam/contracts/offers/offers';
import { securityEventListInput } from '@inaam/contracts/security-events/security-events';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { idsOfCodes, stock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { creditCompletion } from '../completions/credit.ts';
import { registerAdmin } from '../identity/admin-register.ts';
import { deactivateAdmin, setAdminRole } from '../identity/admins.ts';
import { issueKey } from '../identity/api-keys.ts';
import { whatNeedsYou } from '../insights/needs.ts';
import type { AdminActor } from '../kernel/actor.ts';
import { getNetwork } from '../networks/list.ts';
import { createNetwork, rotateSecret, updateNetwork } from '../networks/save.ts';
import { updateOffer } from '../offers/save.ts';
import { listSecurityEvents } from '../security-events/list.ts';
import { showingCodes } from '../vouchers/codes.ts';
import { revealVoucher } from '../vouchers/reveal.ts';
import { findAlerts } from './alerts.ts';
import { approveRequest, expireRequests, refuseRequest, withdrawRequest } from './decide.ts';
import { listRequests } from './list.ts';

/** Two people for what moves money: what waits, who decides, and what becomes of it. */

let core: TestCore;
let networkId: number;
/** New ones for each test: what one of them read or asked is not another's. */
let asha: AdminActor;
let ravi: AdminActor;

beforeAll(async () => {
  core = await createTestCore({ approvals: { when: 'two_owners', codes: 3 } });
  const { slug } = await makeNetwork(core);
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`;
  networkId = row?.id ?? 0;
});
afterAll(() => core.close());
beforeEach(async () => {
  asha = await makeAdmin(core);
  ravi = await makeAdmin(core);
});

const waits = { code: 'WAITS_FOR_APPROVAL' };
const requestsOf = async (reader: AdminActor) => (await listRequests(core.kernel, reader)).requests;
const lastOf = async (reader: AdminActor) => {
  const [request] = (await requestsOf(reader))
    .filter(({ is_own, status }) => is_own && status === 'waiting')
    .toSorted((a, b) => b.request_id - a.request_id);
  if (!request) throw new Error('nothing waits');
  return request;
};
const auditOf = async (subject: number, noun: string) =>
  (
    await core.database.sql<{ action: string; actor_id: number | null }[]>`
      select action, actor_id from audit_entries where subject = ${String(subject)} and action like ${`${noun}.%`}
      order by id`
  ).map(({ action, actor_id }) => [action, actor_id]);
const mailsTo = ({ name }: AdminActor) =>
  core.database.sql<{ payload: { title: string; text: string } }[]>`
    select payload from messages where kind = 'admin_notice' and recipient = ${`${name}@example.invalid`} order by id`;

async function largeCredit(by: AdminActor) {
  const [user, offer] = [await makeUser(core), await makeOffer(core)];
  const input = { user_id: user.id, offer_id: offer.offer_id, reason: 'A screenshot', payout_amount: 5_000_00 };
  const attempt = creditCompletion(core.as(by), input);
  const credited = () =>
    core.database.sql`select 1 from completions where user_id = ${user.id} and offer_id = ${offer.offer_id}`;
  return { user, offer, input, attempt, credited };
}

describe('a credit beyond one person', () => {
  test('waits, is carried out once another owner agrees, and is in the audit log from ask to act', async () => {
    const { user, attempt, credited } = await largeCredit(asha);
    await expect(attempt).rejects.toMatchObject(waits);
    expect(await credited()).toHaveLength(0);
    const request = await lastOf(asha);
    expect(request).toMatchObject({
      kind: 'credit',
      title: `Credit “Morning habits survey” to ${user.email}`,
      facts: [
        ['Payout', '₹5,000'],
        ['May cost', '₹5,000'],
      ],
      reason: 'A screenshot',
      asked_by: asha.name,
      key: null,
    });
    // The other owner is told, by mail and on the first page; who asked is not.
    expect((await mailsTo(ravi)).map(({ payload }) => payload.text)).toEqual([
      `${asha.name} asks for a second person: ${request.title}.`,
    ]);
    expect(await mailsTo(asha)).toHaveLength(0);
    const needOf = async (reader: AdminActor) =>
      (await whatNeedsYou(core.kernel, reader)).needs.find(({ kind }) => kind === 'approvals')?.count;
    const waiting = (await requestsOf(ravi)).filter(({ status, is_own }) => status === 'waiting' && !is_own);
    expect(await needOf(ravi)).toBe(waiting.length);
    expect((await whatNeedsYou(core.kernel)).needs.map(({ kind }) => kind)).not.toContain('approvals');

    await expect(approveRequest(core.as(asha), request.request_id)).rejects.toMatchObject({ code: 'REQUEST_IS_OWN' });
    await approveRequest(core.as(ravi), request.request_id);
    expect(await credited()).toHaveLength(1);
    expect(await auditOf(request.request_id, 'approvals')).toEqual([
      ['approvals.ask', asha.id],
      ['approvals.approve', ravi.id],
    ]);
    const [act] = await core.database.sql<{ actor_id: number; note: string }[]>`
      select actor_id, note from audit_entries where action = 'completions.credit' and after ->> 'user_id' = ${String(user.id)}`;
    expect(act).toEqual({ actor_id: asha.id, note: 'A screenshot' });
    expect((await mailsTo(asha)).map(({ payload }) => payload.text)).toEqual([
      `${request.title}: ${ravi.name} agreed, and it is done.`,
    ]);
    await expect(approveRequest(core.as(ravi), request.request_id)).rejects.toMatchObject({ code: 'REQUEST_SETTLED' });
  });

  test('asked for twice is one request, and two owners who agree at once do it once', async () => {
    const { input, attempt, credited } = await largeCredit(asha);
    await expect(attempt).rejects.toMatchObject(waits);
    await expect(creditCompletion(core.as(asha), input)).rejects.toMatchObject(waits);
    const own = (await requestsOf(asha)).filter(({ is_own, status }) => is_own && status === 'waiting');
    expect(own).toHaveLength(1);
    const third = await makeAdmin(core);
    const id = own[0]?.request_id ?? 0;
    const answers = await Promise.allSettled([approveRequest(core.as(ravi), id), approveRequest(core.as(third), id)]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await credited()).toHaveLength(1);
  });

  test('is refused with a reason, taken back by who asked alone, and expires', async () => {
    await expect((await largeCredit(asha)).attempt).rejects.toMatchObject(waits);
    const refused = await lastOf(asha);
    await refuseRequest(core.as(ravi), { request_id: refused.request_id, reason: 'Ask the network first' });
    await expect((await largeCredit(asha)).attempt).rejects.toMatchObject(waits);
    const withdrawn = await lastOf(asha);
    await expect(withdrawRequest(core.as(ravi), withdrawn.request_id)).rejects.toMatchObject({
      code: 'REQUEST_NOT_FOUND',
    });
    await withdrawRequest(core.as(asha), withdrawn.request_id);
    const last = await largeCredit(asha);
    await expect(last.attempt).rejects.toMatchObject(waits);
    const late = await lastOf(asha);
    await core.database.sql`update approvals set expires_at = now() where id = ${late.request_id}`;
    await expect(approveRequest(core.as(ravi), late.request_id)).rejects.toMatchObject({ code: 'REQUEST_SETTLED' });
    await expireRequests(core.services);
    await expireRequests(core.services);
    expect(await last.credited()).toHaveLength(0);
    const byId = new Map((await requestsOf(asha)).map((each) => [each.request_id, each]));
    expect(byId.get(refused.request_id)).toMatchObject({
      status: 'refused',
      answer: 'Ask the network first',
      decided_by: ravi.name,
    });
    expect(byId.get(withdrawn.request_id)).toMatchObject({ status: 'withdrawn' });
    expect(byId.get(late.request_id)).toMatchObject({ status: 'expired', decided_by: null });
    expect((await auditOf(late.request_id, 'approvals')).map(([action]) => action)).toEqual([
      'approvals.ask',
      'approvals.expire',
    ]);
  });

  test('that could not be done is refused at once, and asks nobody', async () => {
    const { user, offer, input, attempt } = await largeCredit(asha);
    await expect(attempt).rejects.toMatchObject(waits);
    await withdrawRequest(core.as(asha), (await lastOf(asha)).request_id);
    await creditCompletion(core.as(asha), { user_id: user.id, offer_id: offer.offer_id, reason: 'Less' });
    for (const [change, code] of [
      [{}, 'OFFER_ALREADY_COMPLETED'],
      [{ user_id: 999_999 }, 'USER_NOT_FOUND'],
      [{ offer_id: 999_999 }, 'OFFER_NOT_FOUND'],
    ] as const) {
      await expect(creditCompletion(core.as(asha), { ...input, ...change })).rejects.toMatchObject({ code });
    }
    expect((await requestsOf(asha)).filter(({ is_own, status }) => is_own && status === 'waiting')).toEqual([]);
  });

  test('that cannot be done any more ends as failed; so does one of a person who has gone', async () => {
    const { user, offer, attempt } = await largeCredit(asha);
    await expect(attempt).rejects.toMatchObject(waits);
    const request = await lastOf(asha);
    await creditCompletion(core.as(ravi), { user_id: user.id, offer_id: offer.offer_id, reason: 'Less' });
    await expect(approveRequest(core.as(ravi), request.request_id)).rejects.toMatchObject({
      code: 'OFFER_ALREADY_COMPLETED',
    });
    await expect((await largeCredit(asha)).attempt).rejects.toMatchObject(waits);
    const orphan = await lastOf(asha);
    await deactivateAdmin(core.as(ravi), asha.id);
    await expect(approveRequest(core.as(ravi), orphan.request_id)).rejects.toMatchObject({ code: 'ROLE_TOO_LOW' });
    const settled = (await requestsOf(ravi)).filter(({ asked_by }) => asked_by === asha.name);
    expect(settled.map(({ status, answer }) => [status, answer])).toEqual([
      ['failed', 'The person who asked is no longer allowed to do this'],
      ['failed', 'Offer already completed'],
    ]);
  });

  test('is for owners to decide, and shown to others only where they asked', async () => {
    const manager = await makeAdmin(core, undefined, 'manager');
    await expect((await largeCredit(manager)).attempt).rejects.toMatchObject(waits);
    const request = await lastOf(manager);
    const other = await makeAdmin(core, undefined, 'manager');
    expect(await requestsOf(other)).toEqual([]);
    await expect(approveRequest(core.as(other), request.request_id)).rejects.toMatchObject({ code: 'ROLE_TOO_LOW' });
    // An owner's session of before they were made less.
    await core.database.sql`update admins set role = 'manager' where id = ${ravi.id}`;
    await expect(approveRequest(core.as(ravi), request.request_id)).rejects.toMatchObject({ code: 'ROLE_TOO_LOW' });
  });
});

describe('the other things that one person may not do', () => {
  const agreed = async () => approveRequest(core.as(ravi), (await lastOf(asha)).request_id);

  test('odds beyond the payout, or beyond what a spin may cost, wait; other changes do not', async () => {
    const { offer_id } = await makeOffer(core, { reward_amount: 20_00 });
    const change = (fields: object) =>
      updateOffer(core.as(asha), offerUpdateInput.parse({ offer_id: String(offer_id), ...fields }));
    const odds = (amount: number, probability: number) => JSON.stringify({ rewards: [{ amount, probability }] });
    // 20.00 of 20: all of the payout, and not more.
    await change({ spinner_config: odds(40, 50) });
    await expect(change({ spinner_config: odds(42, 50) })).rejects.toMatchObject(waits);
    expect((await lastOf(asha)).facts).toEqual([
      ['Odds now', '₹40 at 50%'],
      ['Odds asked for', '₹42 at 50%'],
      ['Expected cost a spin', '₹21'],
      ['Payout', '₹20'],
    ]);
    // A lower payout for the same odds is the same thing from the other side; a title is not.
    await expect(change({ reward_amount: 10 })).rejects.toMatchObject(waits);
    await withdrawRequest(core.as(asha), (await lastOf(asha)).request_id);
    await change({ title: 'Another' });
    await agreed();
    const [present] = await core.database.sql<{ odds: unknown }[]>`
      select odds from offer_odds where offer_id = ${offer_id} order by version desc limit 1`;
    expect(present?.odds).toEqual([{ amount: 42, tenths: 500 }]);
    // A payout that was raised first does not open the way.
    await change({ reward_amount: 9_000 });
    await expect(change({ spinner_config: odds(1000, 99) })).rejects.toMatchObject(waits);
  });

  test('a secret, a rate beyond the share, and how calls are verified', async () => {
    const rate = (value: number) =>
      updateNetwork(core.as(asha), { network_id: networkId, rate: value, overlap_hours: 0 } as never);
    const { rate: was } = await getNetwork(core.services, networkId);
    await rate(was * 1.1);
    await rate(was);
    await expect(rate(was * 1.2)).rejects.toMatchObject(waits);
    await agreed();
    expect((await getNetwork(core.services, networkId)).rate).toBe(was * 1.2);
    await expect(
      updateNetwork(core.as(asha), {
        network_id: networkId,
        rates: [{ currency: 'USD', rate: 900, from: '2020-01-01' }],
      }),
    ).rejects.toMatchObject(waits);
    expect((await lastOf(asha)).facts).toEqual([['USD from 2020-01-01', 'no rate → ₹900']]);
    await withdrawRequest(core.as(asha), (await lastOf(asha)).request_id);
    const { secret_hint } = await getNetwork(core.services, networkId);
    const secret = 'a secret of the attacker, 9f3b';
    await expect(
      rotateSecret(core.as(asha), { network_id: networkId, secret, overlap_hours: 24 }),
    ).rejects.toMatchObject(waits);
    const [row] = await core.database.sql`select * from approvals order by id desc limit 1`;
    expect(JSON.stringify(row)).not.toContain(secret);
    expect((await getNetwork(core.services, networkId)).secret_hint).toBe(secret_hint);
    await agreed();
    expect((await getNetwork(core.services, networkId)).secret_hint).toBe('••••9f3b');
  });

  test('a network whose calls count: added or switched on, until it has paid', async () => {
    const own = { preset: 'ogads', slug: `own-${asha.name}`, name: 'A network of my own', secret: 'known to me, 7c1d' };
    const stored = () => core.database.sql<{ id: number; active: boolean }[]>`
      select id, active from networks where slug = ${own.slug}`;
    await expect(createNetwork(core.as(asha), own)).rejects.toMatchObject(waits);
    expect(await stored()).toEqual([]);
    const asked = await lastOf(asha);
    expect(asked).toMatchObject({ kind: 'network_rate', title: 'Let calls of A network of my own count', about: null });
    expect(asked.facts).toEqual([
      ['Slug', own.slug],
      ['USD', '₹88'],
      ['How calls are verified', 'path_secret'],
    ]);
    await agreed();
    expect(await stored()).toMatchObject([{ active: true }]);
    // Nobody is asked for what could not be done.
    await expect(createNetwork(core.as(asha), own)).rejects.toMatchObject({ code: 'NETWORK_SLUG_TAKEN' });
    await expect(createNetwork(core.as(asha), { ...own, preset: 'none' })).rejects.toMatchObject({ code: 'BAD_INPUT' });

    own.slug = `idle-${asha.name}`;
    const { network_id } = await createNetwork(core.as(asha), { ...own, is_active: false });
    const activate = (is_active: boolean) => updateNetwork(core.as(asha), { network_id, is_active, name: 'Renamed' });
    await expect(activate(true)).rejects.toMatchObject(waits);
    expect(await lastOf(asha)).toMatchObject({
      title: 'Let calls of A network of my own count',
      facts: asked.facts.map(([what, value]) => (what === 'Slug' ? [what, own.slug] : [what, value])),
      about: { page: 'network', id: network_id },
    });
    expect(await stored()).toMatchObject([{ active: false }]);
    await agreed();
    expect(await stored()).toMatchObject([{ active: true }]);
    await activate(false);
    await expect(activate(true)).rejects.toMatchObject(waits);
    await withdrawRequest(core.as(asha), (await lastOf(asha)).request_id);
    // What one person can do by hand shows nothing of the network.
    const { offer_id } = await makeOffer(core, { network_id });
    await creditCompletion(core.as(asha), { user_id: (await makeUser(core)).id, offer_id, reason: 'Less' });
    await expect(activate(true)).rejects.toMatchObject(waits);
    await withdrawRequest(core.as(asha), (await lastOf(asha)).request_id);
    await core.database.sql`
      insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, payout_paise,
        currency, rate_micros, source, seed, commitment)
      select ${(await makeUser(core)).id}, offer_id, odds_version, click_id, network_id, 'its own', 0, 'INR', 1000000,
        'network', seed, commitment from completions where offer_id = ${offer_id}`;
    await activate(true);
    expect(await stored()).toMatchObject([{ active: true }]);
  });

  test('another network for an offer, with whatever else is changed', async () => {
    const { offer_id } = await makeOffer(core, { reward_amount: 20_00 });
    const { network_id: other } = await createNetwork(core.as(asha), {
      preset: 'ogads',
      slug: `other-${asha.name}`,
      name: 'Another network',
      is_active: false,
    });
    const change = (fields: object) =>
      updateOffer(core.as(asha), offerUpdateInput.parse({ offer_id: String(offer_id), ...fields }));
    const present = async () =>
      (
        await core.database.sql<{ network_id: number; reward_paise: number }[]>`
          select network_id, reward_paise from offers where id = ${offer_id}`
      )[0];
    const before = await present();
    await change({ network_id: before?.network_id, title: 'Moved' });
    await expect(change({ network_id: 999_999 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const odds = JSON.stringify({ rewards: [{ amount: 90, probability: 50 }] });
    await expect(change({ network_id: other, spinner_config: odds })).rejects.toMatchObject(waits);
    const both = await lastOf(asha);
    expect(both).toMatchObject({ kind: 'offer_network', title: 'Have another network pay for “Moved”' });
    expect(both.facts.map(([what]) => what)).toEqual([
      'Network now',
      'Network asked for',
      'Odds now',
      'Odds asked for',
      'Expected cost a spin',
      'Payout',
    ]);
    await withdrawRequest(core.as(asha), both.request_id);
    await expect(change({ network_id: other, reward_amount: 19 })).rejects.toMatchObject(waits);
    expect((await lastOf(asha)).facts[1]).toEqual(['Network asked for', 'Another network']);
    expect(await present()).toEqual(before);
    await agreed();
    expect(await present()).toEqual({ network_id: other, reward_paise: 19_00 });
  });

  test('a higher role, and another owner', async () => {
    const helper = await makeAdmin(core, undefined, 'support');
    const roleOf = async (id: number) =>
      (await core.database.sql<{ role: string }[]>`select role from admins where id = ${id}`)[0]?.role;
    await expect(setAdminRole(core.as(asha), { admin_id: helper.id, role: 'owner' })).rejects.toMatchObject(waits);
    await agreed();
    expect(await roleOf(helper.id)).toBe('owner');
    await setAdminRole(core.as(asha), { admin_id: helper.id, role: 'analyst' });
    expect(await roleOf(helper.id)).toBe('analyst');
    const made = { username: `sock-${asha.name}`, email: `sock-${asha.name}@example.com`, password: 'not so common 1' };
    await expect(registerAdmin(core.as(asha), { ...made, role: 'owner' })).rejects.toMatchObject(waits);
    expect(await core.database.sql`select 1 from admins where username = ${made.username}`).toHaveLength(0);
    await agreed();
    expect(await core.database.sql`select role from admins where username = ${made.username}`).toEqual([
      { role: 'owner' },
    ]);
  });

  test('more codes than so many within a day, also at once, and by a key', async () => {
    const codes = await stock(core, { amount: 901, count: 8 });
    const ids = await idsOfCodes(core, codes);
    const read = (actor = core.as(asha)) =>
      Promise.allSettled(ids.slice(0, 6).map((id) => revealVoucher(actor, id))).then(
        (all) => all.filter(({ status }) => status === 'fulfilled').length,
      );
    expect(await read()).toBe(3);
    const asked = (await requestsOf(asha)).filter(({ is_own }) => is_own);
    expect(asked.map(({ kind, title }) => [kind, title])).toEqual([['codes', 'Read 1 more voucher code in the clear']]);
    await agreed();
    expect(await read()).toBe(1);
    const answer = showingCodes(core.as(asha), { codes: 'plain', list: 'vouchers' }, (show) =>
      core.kernel.read(async (_, sql) =>
        (
          await sql<{ code: string; codeEnd: string; amountPaise: number }[]>`
          select code, code_end as "codeEnd", amount_paise as "amountPaise" from vouchers where id = any(${ids}::bigint[])`
        ).map(show),
      ),
    );
    await expect(answer).rejects.toMatchObject(waits);

    const owner = await makeAdmin(core);
    const input = serviceKeyInput.parse({ name: `codes of ${owner.name}`, scopes: ['vouchers:codes'] });
    await issueKey(core.as(owner), input);
    const [key] = await core.database.sql<{ id: number }[]>`select id from api_keys where name = ${input.name}`;
    const service = {
      kind: 'service',
      id: key?.id ?? 0,
      name: input.name,
      ip: null,
      scopes: ['vouchers:codes'],
    } as const;
    expect(await read(core.as(service) as never)).toBe(3);
    const ofKey = await lastOf(owner);
    expect(ofKey).toMatchObject({ asked_by: owner.name, key: input.name });
    await expect(approveRequest(core.as(owner), ofKey.request_id)).rejects.toMatchObject({ code: 'REQUEST_IS_OWN' });
    await approveRequest(core.as(ravi), ofKey.request_id);
    expect(await read(core.as(service) as never)).toBe(1);
  });
});

test('nothing waits where there is one owner; who removes the other is not alone for three days', async () => {
  const alone = await createTestCore({ approvals: { when: 'two_owners', creditPaise: 100_00 } });
  try {
    await makeNetwork(alone);
    const first = await makeAdmin(alone);
    const credit = async () =>
      creditCompletion(alone.as(first), {
        user_id: (await makeUser(alone)).id,
        offer_id: (await makeOffer(alone)).offer_id,
        reason: 'A screenshot',
        payout_amount: 500_00,
      });
    expect(await credit()).toBeGreaterThan(0);
    const second = await makeAdmin(alone);
    await expect(credit()).rejects.toMatchObject(waits);
    await deactivateAdmin(alone.as(first), second.id);
    await expect(credit()).rejects.toMatchObject(waits);
    await alone.database.sql.begin(async (tx) => {
      await tx`set local inaam.erasing = 'on'`;
      await tx`update audit_log set at = at - interval '73 hours' where action = 'admins.deactivate'`;
    });
    expect(await credit()).toBeGreaterThan(0);
  } finally {
    await alone.close();
  }
});

describe('what one person did alone', () => {
  const alertsAbout = async (completionId: number) => {
    await findAlerts(core.services);
    await findAlerts(core.services);
    const { alerts } = await listRequests(core.kernel, ravi);
    return alerts.filter(({ completion_id }) => completion_id === completionId).map(({ kind, actor }) => [kind, actor]);
  };
  const credit = (by: AdminActor, userId: number, offerId: number) =>
    creditCompletion(core.as(by), { user_id: userId, offer_id: offerId, reason: 'A screenshot' });
  const changeOdds = (by: AdminActor, offerId: number, amount: number) =>
    updateOffer(
      core.as(by),
      offerUpdateInput.parse({
        offer_id: String(offerId),
        spinner_config: JSON.stringify({ rewards: [{ amount, probability: 1 }] }),
      }),
    );

  test('odds within an hour of a credit, whichever came first, are told to owners once', async () => {
    const [before, after] = [await makeOffer(core), await makeOffer(core)];
    await changeOdds(asha, before.offer_id, 7);
    const first = await credit(asha, (await makeUser(core)).id, before.offer_id);
    expect(await alertsAbout(first)).toEqual([['odds_near_credit', asha.name]]);
    const second = await credit(ravi, (await makeUser(core)).id, after.offer_id);
    expect(await alertsAbout(second)).toEqual([]);
    await changeOdds(await makeAdmin(core), after.offer_id, 7);
    expect((await alertsAbout(second)).map(([kind]) => kind)).toEqual(['odds_near_credit']);
    const told = (await mailsTo(ravi)).filter(({ payload }) => payload.text.startsWith(`${asha.name}: Odds`));
    expect(told).toHaveLength(1);
    await core.services.trail.written();
    const events = await listSecurityEvents(
      core.kernel,
      securityEventListInput.parse({ kind: 'alert', actor: asha.name }),
    );
    expect(events.events.map(({ detail }) => detail)).toEqual(['odds_near_credit']);
  });

  test('a credit to their own account, to one on its device, and to one in their own browser', async () => {
    const email = `${asha.name}@example.invalid`;
    const device = `device of ${asha.name}`;
    await makeUser(core, { email, device });
    const sibling = await makeUser(core, { device });
    const stranger = await makeUser(core);
    const inBrowser = await makeUser(core);
    const browser = { ip: '198.51.100.77', userAgent: `Browser of ${asha.name}` };
    await core.services.adminSessions.create(asha.id, browser);
    await core.services.userSessions.create(inBrowser.id, browser);
    const found: unknown[] = [];
    for (const { id } of [stranger, sibling, inBrowser]) {
      found.push(await alertsAbout(await credit(asha, id, (await makeOffer(core)).offer_id)));
    }
    const own = [['own_account', asha.name]];
    expect(found).toEqual([[], own, own]);
  });
});
