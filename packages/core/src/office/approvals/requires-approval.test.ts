import { serviceKeyInput } from '@inaam/contracts/access/api-keys';
import { type OfferUpdate, offerUpdateInput } from '@inaam/contracts/offers/offers';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { describe, expect, test } from 'vitest';
import { creditCompletion } from '../../ledger/completions/credit.ts';
import { updateOffer } from '../../ledger/offers/save.ts';
import { withReadableCodes } from '../../ledger/vouchers/codes.ts';
import { revealVoucher } from '../../ledger/vouchers/reveal.ts';
import { getNetwork } from '../../partners/networks/list.ts';
import { createNetwork, rotateSecret, updateNetwork } from '../../partners/networks/save.ts';
import { registerAdmin } from '../../people/admins/admin-register.ts';
import { setAdminRole } from '../../people/admins/admins.ts';
import { issueKey } from '../../people/keys/api-keys.ts';
import { approveRequest, withdrawRequest } from './decide.ts';
import { twoOwners, waits } from './two-owners.fixture.ts';

/** What one person may not do: a credit stands in approvals.test.ts. */

const its = twoOwners();

describe('the other things that one person may not do', () => {
  const agreed = async () => approveRequest(its.core.as(its.ravi), (await its.lastOf(its.asha)).request_id);

  test('odds beyond the payout, or beyond what a spin may cost, wait; other changes do not', async () => {
    const { offer_id } = await makeOffer(its.core, { reward_amount: 20_00 });
    const change = (fields: object) =>
      updateOffer(its.core.as(its.asha), offerUpdateInput.parse({ offer_id: String(offer_id), ...fields }));
    const odds = (amount: number, probability: number) => JSON.stringify({ rewards: [{ amount, probability }] });
    // 20.00 of 20: all of the payout, and not more.
    await change({ spinner_config: odds(40, 50) });
    await expect(change({ spinner_config: odds(42, 50) })).rejects.toMatchObject(waits);
    expect((await its.lastOf(its.asha)).facts).toEqual([
      ['Odds now', '₹40 at 50%'],
      ['Odds asked for', '₹42 at 50%'],
      ['Expected cost a spin', '₹21'],
      ['Payout', '₹20'],
    ]);
    // A lower payout for the same odds is the same thing from the other side; a title is not.
    await expect(change({ reward_amount: 10 })).rejects.toMatchObject(waits);
    await withdrawRequest(its.core.as(its.asha), (await its.lastOf(its.asha)).request_id);
    await change({ title: 'Another' });
    await agreed();
    const [present] = await its.core.database.sql<{ odds: unknown }[]>`
      select odds from offer_odds where offer_id = ${offer_id} order by version desc limit 1`;
    expect(present?.odds).toEqual([{ amount: 42, tenths: 500 }]);
    // A payout that was raised first does not open the way.
    await change({ reward_amount: 9_000 });
    await expect(change({ spinner_config: odds(1000, 99) })).rejects.toMatchObject(waits);
  });

  test('the spin for a goal that pays less waits, as a lower payout of the offer does', async () => {
    const goal = (goal_id: string, payout_paise: number, gives_spin = false) => ({
      goal_id,
      name: '',
      payout_paise,
      gives_spin,
    });
    const goals = [goal('install', 0), goal('level', 5_00), goal('buy', 20_00, true)];
    // 20.00 of 20.
    const { offer_id } = await makeOffer(its.core, {
      reward_amount: 1_00,
      offer_goals: goals,
      spinner_config: [{ amount: 40, tenths: 500 }],
    });
    const change = (fields: Partial<OfferUpdate>) => updateOffer(its.core.as(its.asha), { offer_id, ...fields });
    const spinFor = (id: string) => goals.map((each) => ({ ...each, gives_spin: each.goal_id === id }));
    await expect(change({ offer_goals: spinFor('install') })).rejects.toMatchObject(waits);
    await withdrawRequest(its.core.as(its.asha), (await its.lastOf(its.asha)).request_id);
    await expect(change({ offer_goals: [] })).rejects.toMatchObject(waits);
    await agreed();
    // Those that must have been paid before pay for it, too.
    await change({ offer_goals: [goal('level', 15_00), goal('buy', 5_00, true)], goals_in_order: true });
    await expect(change({ goals_in_order: false })).rejects.toMatchObject(waits);
    await withdrawRequest(its.core.as(its.asha), (await its.lastOf(its.asha)).request_id);
    await change({ offer_goals: goals });
  });

  test('a secret, a rate beyond the share, and how calls are verified', async () => {
    const rate = (value: number) =>
      updateNetwork(its.core.as(its.asha), { network_id: its.networkId, rate: value, overlap_hours: 0 } as never);
    const { rate: was } = await getNetwork(its.core.services, its.networkId);
    await rate(was * 1.1);
    await rate(was);
    await expect(rate(was * 1.2)).rejects.toMatchObject(waits);
    await agreed();
    expect((await getNetwork(its.core.services, its.networkId)).rate).toBe(was * 1.2);
    await expect(
      updateNetwork(its.core.as(its.asha), {
        network_id: its.networkId,
        rates: [{ currency: 'USD', rate: 900, from: '2020-01-01' }],
      }),
    ).rejects.toMatchObject(waits);
    expect((await its.lastOf(its.asha)).facts).toEqual([['USD from 2020-01-01', 'no rate → ₹900']]);
    await withdrawRequest(its.core.as(its.asha), (await its.lastOf(its.asha)).request_id);
    const { secret_hint } = await getNetwork(its.core.services, its.networkId);
    const secret = 'a secret of the attacker, 9f3b';
    await expect(
      rotateSecret(its.core.as(its.asha), { network_id: its.networkId, secret, overlap_hours: 24 }),
    ).rejects.toMatchObject(waits);
    const [row] = await its.core.database.sql`select * from approvals order by id desc limit 1`;
    expect(JSON.stringify(row)).not.toContain(secret);
    expect((await getNetwork(its.core.services, its.networkId)).secret_hint).toBe(secret_hint);
    await agreed();
    expect((await getNetwork(its.core.services, its.networkId)).secret_hint).toBe('••••9f3b');
  });

  test('a network whose calls count: added or switched on, until it has paid', async () => {
    const own = {
      preset: 'ogads',
      slug: `own-${its.asha.name}`,
      name: 'A network of my own',
      secret: 'known to me, 7c1d',
    };
    const stored = () => its.core.database.sql<{ id: number; active: boolean }[]>`
      select id, active from networks where slug = ${own.slug}`;
    await expect(createNetwork(its.core.as(its.asha), own)).rejects.toMatchObject(waits);
    expect(await stored()).toEqual([]);
    const asked = await its.lastOf(its.asha);
    expect(asked).toMatchObject({ kind: 'network_rate', title: 'Let calls of A network of my own count', about: null });
    expect(asked.facts).toEqual([
      ['Slug', own.slug],
      ['USD', '₹88'],
      ['How calls are verified', 'path_secret'],
    ]);
    await agreed();
    expect(await stored()).toMatchObject([{ active: true }]);
    // Nobody is asked for what could not be done.
    await expect(createNetwork(its.core.as(its.asha), own)).rejects.toMatchObject({ code: 'NETWORK_SLUG_TAKEN' });
    await expect(createNetwork(its.core.as(its.asha), { ...own, preset: 'none' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });

    own.slug = `idle-${its.asha.name}`;
    const { network_id } = await createNetwork(its.core.as(its.asha), { ...own, is_active: false });
    const activate = (is_active: boolean) =>
      updateNetwork(its.core.as(its.asha), { network_id, is_active, name: 'Renamed' });
    await expect(activate(true)).rejects.toMatchObject(waits);
    expect(await its.lastOf(its.asha)).toMatchObject({
      title: 'Let calls of A network of my own count',
      facts: asked.facts.map(([what, value]) => (what === 'Slug' ? [what, own.slug] : [what, value])),
      about: { page: 'network', id: network_id },
    });
    expect(await stored()).toMatchObject([{ active: false }]);
    await agreed();
    expect(await stored()).toMatchObject([{ active: true }]);
    await activate(false);
    await expect(activate(true)).rejects.toMatchObject(waits);
    await withdrawRequest(its.core.as(its.asha), (await its.lastOf(its.asha)).request_id);
    // What one person can do by hand shows nothing of the network.
    const { offer_id } = await makeOffer(its.core, { network_id });
    await creditCompletion(its.core.as(its.asha), { user_id: (await makeUser(its.core)).id, offer_id, reason: 'Less' });
    await expect(activate(true)).rejects.toMatchObject(waits);
    await withdrawRequest(its.core.as(its.asha), (await its.lastOf(its.asha)).request_id);
    await its.core.database.sql`
      insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, payout_paise,
        currency, rate_micros, source, seed, commitment)
      select ${(await makeUser(its.core)).id}, offer_id, odds_version, click_id, network_id, 'its own', 0, 'INR', 1000000,
        'network', seed, commitment from completions where offer_id = ${offer_id}`;
    await activate(true);
    expect(await stored()).toMatchObject([{ active: true }]);
  });

  test('another network for an offer, with whatever else is changed', async () => {
    const { offer_id } = await makeOffer(its.core, { reward_amount: 20_00 });
    const { network_id: other } = await createNetwork(its.core.as(its.asha), {
      preset: 'ogads',
      slug: `other-${its.asha.name}`,
      name: 'Another network',
      is_active: false,
    });
    const change = (fields: object) =>
      updateOffer(its.core.as(its.asha), offerUpdateInput.parse({ offer_id: String(offer_id), ...fields }));
    const present = async () =>
      (
        await its.core.database.sql<{ network_id: number; reward_paise: number }[]>`
          select network_id, reward_paise from offers where id = ${offer_id}`
      )[0];
    const before = await present();
    await change({ network_id: before?.network_id, title: 'Moved' });
    await expect(change({ network_id: 999_999 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const odds = JSON.stringify({ rewards: [{ amount: 90, probability: 50 }] });
    await expect(change({ network_id: other, spinner_config: odds })).rejects.toMatchObject(waits);
    const both = await its.lastOf(its.asha);
    expect(both).toMatchObject({ kind: 'offer_network', title: 'Have another network pay for “Moved”' });
    expect(both.facts.map(([what]) => what)).toEqual([
      'Network now',
      'Network asked for',
      'Odds now',
      'Odds asked for',
      'Expected cost a spin',
      'Payout',
    ]);
    await withdrawRequest(its.core.as(its.asha), both.request_id);
    await expect(change({ network_id: other, reward_amount: 19 })).rejects.toMatchObject(waits);
    expect((await its.lastOf(its.asha)).facts[1]).toEqual(['Network asked for', 'Another network']);
    expect(await present()).toEqual(before);
    await agreed();
    expect(await present()).toEqual({ network_id: other, reward_paise: 19_00 });
  });

  test('a higher role, and another owner', async () => {
    const helper = await makeAdmin(its.core, undefined, 'support');
    const roleOf = async (id: number) =>
      (await its.core.database.sql<{ role: string }[]>`select role from admins where id = ${id}`)[0]?.role;
    await expect(setAdminRole(its.core.as(its.asha), { admin_id: helper.id, role: 'owner' })).rejects.toMatchObject(
      waits,
    );
    await agreed();
    expect(await roleOf(helper.id)).toBe('owner');
    await setAdminRole(its.core.as(its.asha), { admin_id: helper.id, role: 'analyst' });
    expect(await roleOf(helper.id)).toBe('analyst');
    const made = {
      username: `sock-${its.asha.name}`,
      email: `sock-${its.asha.name}@example.com`,
      password: 'not so common 1',
    };
    await expect(registerAdmin(its.core.as(its.asha), { ...made, role: 'owner' })).rejects.toMatchObject(waits);
    expect(await its.core.database.sql`select 1 from admins where username = ${made.username}`).toHaveLength(0);
    await agreed();
    expect(await its.core.database.sql`select role from admins where username = ${made.username}`).toEqual([
      { role: 'owner' },
    ]);
  });

  test('more codes than so many within a day, also at once, and by a key', async () => {
    const codes = await addStock(its.core, { amount: 901, count: 8 });
    const ids = await findVoucherIds(its.core, codes);
    const read = (actor = its.core.as(its.asha)) =>
      Promise.allSettled(ids.slice(0, 6).map((id) => revealVoucher(actor, id))).then(
        (all) => all.filter(({ status }) => status === 'fulfilled').length,
      );
    expect(await read()).toBe(3);
    const asked = (await its.requestsOf(its.asha)).filter(({ is_own }) => is_own);
    expect(asked.map(({ kind, title }) => [kind, title])).toEqual([['codes', 'Read 1 more voucher code in the clear']]);
    await agreed();
    expect(await read()).toBe(1);
    const answer = withReadableCodes(its.core.as(its.asha), { codes: 'plain', list: 'vouchers' }, (show) =>
      its.core.kernel.read(async (_, sql) =>
        (
          await sql<{ code: string; codeEnd: string; amountPaise: number }[]>`
          select code, code_end as "codeEnd", amount_paise as "amountPaise" from vouchers where id = any(${ids}::bigint[])`
        ).map(show),
      ),
    );
    await expect(answer).rejects.toMatchObject(waits);

    const owner = await makeAdmin(its.core);
    const input = serviceKeyInput.parse({ name: `codes of ${owner.name}`, scopes: ['vouchers:codes'] });
    await issueKey(its.core.as(owner), input);
    const [key] = await its.core.database.sql<{ id: number }[]>`select id from api_keys where name = ${input.name}`;
    const service = {
      kind: 'service',
      id: key?.id ?? 0,
      name: input.name,
      ip: null,
      scopes: ['vouchers:codes'],
    } as const;
    expect(await read(its.core.as(service) as never)).toBe(3);
    const ofKey = await its.lastOf(owner);
    expect(ofKey).toMatchObject({ asked_by: owner.name, key: input.name });
    await expect(approveRequest(its.core.as(owner), ofKey.request_id)).rejects.toMatchObject({
      code: 'REQUEST_IS_OWN',
    });
    await approveRequest(its.core.as(its.ravi), ofKey.request_id);
    expect(await read(its.core.as(service) as never)).toBe(1);
  });
});
