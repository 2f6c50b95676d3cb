import { serviceKeyInput } from '@inaam/contracts/access/api-keys';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { type OfferUpdate, offerUpdateInput } from '@inaam/contracts/offers/offers';
import { voucherListInput } from '@inaam/contracts/vouchers/vouchers';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { describe, expect, test } from 'vitest';
import { creditCompletion } from '../../ledger/completions/credit.ts';
import { updateOffer } from '../../ledger/offers/save.ts';
import { type StoredCode, withReadableCodes } from '../../ledger/vouchers/codes.ts';
import { revealVoucher } from '../../ledger/vouchers/reveal.ts';
import { getNetwork } from '../../partners/networks/list.ts';
import { createNetwork, rotateSecret, updateNetwork } from '../../partners/networks/save.ts';
import { registerAdmin } from '../../people/admins/admin-register.ts';
import { setAdminRole } from '../../people/admins/admins.ts';
import { issueKey } from '../../people/keys/api-keys.ts';
import { requireCodeExportAllowance } from '../audit/record-export.ts';
import { approveRequest, withdrawRequest } from './decide.ts';
import { needsApproval, twoOwners } from './two-owners.fixture.ts';

/** Tests the changes that one person may not make alone. approvals.test.ts tests credits. */

const setup = twoOwners();

describe('changes that need a second person', () => {
  const approveLatest = async () =>
    approveRequest(setup.core.as(setup.ravi), (await setup.getLastRequest(setup.asha)).request_id);

  test('are odds that cost more than the payout or more than the maximum cost per spin', async () => {
    const { offer_id } = await makeOffer(setup.core, { reward_amount: 20_00 });
    const change = (fields: object) =>
      updateOffer(setup.core.as(setup.asha), offerUpdateInput.parse({ offer_id: String(offer_id), ...fields }));
    const odds = (amount: number, probability: number) => JSON.stringify({ rewards: [{ amount, probability }] });
    // A spin costs ₹20 on average, exactly the payout.
    await change({ spinner_config: odds(40, 50) });
    await expect(change({ spinner_config: odds(42, 50) })).rejects.toMatchObject(needsApproval);
    expect((await setup.getLastRequest(setup.asha)).facts).toEqual([
      ['Current odds', '₹40 at 50%'],
      ['Requested odds', '₹42 at 50%'],
      ['Expected cost per spin', '₹21'],
      ['Payout', '₹20'],
    ]);
    // Lowering the payout for the same odds needs approval, too; changing the title does not.
    await expect(change({ reward_amount: 10 })).rejects.toMatchObject(needsApproval);
    await withdrawRequest(setup.core.as(setup.asha), (await setup.getLastRequest(setup.asha)).request_id);
    await change({ title: 'Another' });
    await approveLatest();
    const [present] = await setup.core.database.sql<{ odds: unknown }[]>`
      select odds from offer_odds where offer_id = ${offer_id} order by version desc limit 1`;
    expect(present?.odds).toEqual([{ amount: 42, permille: 500 }]);
    // A higher payout does not raise the maximum cost per spin.
    await change({ reward_amount: 9_000 });
    await expect(change({ spinner_config: odds(1000, 99) })).rejects.toMatchObject(needsApproval);
  });

  test('are the same odds for a goal with a lower payout', async () => {
    const goal = (goal_id: string, payout_paise: number, gives_spin = false) => ({
      goal_id,
      name: '',
      payout_paise,
      gives_spin,
    });
    const goals = [goal('install', 0), goal('level', 5_00), goal('buy', 20_00, true)];
    // A spin costs ₹20 on average, exactly the payout of the goal `buy`.
    const { offer_id } = await makeOffer(setup.core, {
      reward_amount: 1_00,
      offer_goals: goals,
      spinner_config: [{ amount: 40, permille: 500 }],
    });
    const change = (fields: Partial<OfferUpdate>) => updateOffer(setup.core.as(setup.asha), { offer_id, ...fields });
    const spinFor = (id: string) => goals.map((each) => ({ ...each, gives_spin: each.goal_id === id }));
    await expect(change({ offer_goals: spinFor('install') })).rejects.toMatchObject(needsApproval);
    await withdrawRequest(setup.core.as(setup.asha), (await setup.getLastRequest(setup.asha)).request_id);
    await expect(change({ offer_goals: [] })).rejects.toMatchObject(needsApproval);
    await approveLatest();
    // The payout includes the payouts of goals that users must reach before the goal with the spin.
    await change({ offer_goals: [goal('level', 15_00), goal('buy', 5_00, true)], goals_in_order: true });
    await expect(change({ goals_in_order: false })).rejects.toMatchObject(needsApproval);
    await withdrawRequest(setup.core.as(setup.asha), (await setup.getLastRequest(setup.asha)).request_id);
    await change({ offer_goals: goals });
  });

  test('are a new secret, a larger change of the rate and a new currency of a network', async () => {
    const rate = (value: number) =>
      updateNetwork(setup.core.as(setup.asha), { network_id: setup.networkId, rate: value, overlap_hours: 0 } as never);
    const { rate: was } = await getNetwork(setup.core.services, setup.networkId);
    await rate(was * 1.1);
    await rate(was);
    await expect(rate(was * 1.2)).rejects.toMatchObject(needsApproval);
    await approveLatest();
    expect((await getNetwork(setup.core.services, setup.networkId)).rate).toBe(was * 1.2);
    await expect(
      updateNetwork(setup.core.as(setup.asha), {
        network_id: setup.networkId,
        rates: [{ currency: 'USD', rate: 900, from: '2020-01-01' }],
      }),
    ).rejects.toMatchObject(needsApproval);
    expect((await setup.getLastRequest(setup.asha)).facts).toEqual([['USD from 2020-01-01', 'no rate → ₹900']]);
    await withdrawRequest(setup.core.as(setup.asha), (await setup.getLastRequest(setup.asha)).request_id);
    const { secret_hint } = await getNetwork(setup.core.services, setup.networkId);
    const secret = 'a secret of the attacker, 9f3b';
    await expect(
      rotateSecret(setup.core.as(setup.asha), { network_id: setup.networkId, secret, overlap_hours: 24 }),
    ).rejects.toMatchObject(needsApproval);
    const [row] = await setup.core.database.sql`select * from approvals order by id desc limit 1`;
    expect(JSON.stringify(row)).not.toContain(secret);
    expect((await getNetwork(setup.core.services, setup.networkId)).secret_hint).toBe(secret_hint);
    await approveLatest();
    expect((await getNetwork(setup.core.services, setup.networkId)).secret_hint).toBe('••••9f3b');
  });

  test('are adding a network, and activating a network that has not paid yet', async () => {
    const own = {
      preset: 'ogads',
      slug: `own-${setup.asha.name}`,
      name: 'A network of my own',
      secret: 'known to me, 7c1d',
    };
    const readStored = () => setup.core.database.sql<{ id: number; active: boolean }[]>`
      select id, active from networks where slug = ${own.slug}`;
    await expect(createNetwork(setup.core.as(setup.asha), own)).rejects.toMatchObject(needsApproval);
    expect(await readStored()).toEqual([]);
    const request = await setup.getLastRequest(setup.asha);
    expect(request).toMatchObject({
      kind: 'network_rate',
      title: 'Accept postbacks of A network of my own',
      related_record: null,
    });
    expect(request.facts).toEqual([
      ['Slug', own.slug],
      ['USD', '₹88'],
      ['How postbacks are verified', 'path_secret'],
    ]);
    await approveLatest();
    expect(await readStored()).toMatchObject([{ active: true }]);
    // An impossible change is rejected without a request.
    await expect(createNetwork(setup.core.as(setup.asha), own)).rejects.toMatchObject({ code: 'NETWORK_SLUG_TAKEN' });
    await expect(createNetwork(setup.core.as(setup.asha), { ...own, preset: 'none' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });

    own.slug = `idle-${setup.asha.name}`;
    const { network_id } = await createNetwork(setup.core.as(setup.asha), { ...own, is_active: false });
    const activate = (is_active: boolean) =>
      updateNetwork(setup.core.as(setup.asha), { network_id, is_active, name: 'Renamed' });
    await expect(activate(true)).rejects.toMatchObject(needsApproval);
    expect(await setup.getLastRequest(setup.asha)).toMatchObject({
      title: 'Accept postbacks of A network of my own',
      facts: request.facts.map(([what, value]) => (what === 'Slug' ? [what, own.slug] : [what, value])),
      related_record: { page: 'network', id: network_id },
    });
    expect(await readStored()).toMatchObject([{ active: false }]);
    await approveLatest();
    expect(await readStored()).toMatchObject([{ active: true }]);
    await activate(false);
    await expect(activate(true)).rejects.toMatchObject(needsApproval);
    await withdrawRequest(setup.core.as(setup.asha), (await setup.getLastRequest(setup.asha)).request_id);
    // A manual credit is no payment by the network.
    const { offer_id } = await makeOffer(setup.core, { network_id });
    await creditCompletion(setup.core.as(setup.asha), {
      user_id: (await makeUser(setup.core)).id,
      offer_id,
      reason: 'Less',
    });
    await expect(activate(true)).rejects.toMatchObject(needsApproval);
    await withdrawRequest(setup.core.as(setup.asha), (await setup.getLastRequest(setup.asha)).request_id);
    await setup.core.database.sql`
      insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, payout_paise,
        currency, rate_micros, source, seed, commitment)
      select ${(await makeUser(setup.core)).id}, offer_id, odds_version, click_id, network_id, 'its own', 0, 'INR', 1000000,
        'network', seed, commitment from completions where offer_id = ${offer_id}`;
    await activate(true);
    expect(await readStored()).toMatchObject([{ active: true }]);
  });

  test('are another network for an offer, together with all other changes of the same save', async () => {
    const { offer_id } = await makeOffer(setup.core, { reward_amount: 20_00 });
    const { network_id: other } = await createNetwork(setup.core.as(setup.asha), {
      preset: 'ogads',
      slug: `other-${setup.asha.name}`,
      name: 'Another network',
      is_active: false,
    });
    const change = (fields: object) =>
      updateOffer(setup.core.as(setup.asha), offerUpdateInput.parse({ offer_id: String(offer_id), ...fields }));
    const present = async () =>
      (
        await setup.core.database.sql<{ network_id: number; reward_paise: number }[]>`
          select network_id, reward_paise from offers where id = ${offer_id}`
      )[0];
    const before = await present();
    await change({ network_id: before?.network_id, title: 'Moved' });
    await expect(change({ network_id: 999_999 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const odds = JSON.stringify({ rewards: [{ amount: 90, probability: 50 }] });
    await expect(change({ network_id: other, spinner_config: odds })).rejects.toMatchObject(needsApproval);
    const both = await setup.getLastRequest(setup.asha);
    expect(both).toMatchObject({ kind: 'offer_network', title: 'Change the network of “Moved”' });
    expect(both.facts.map(([what]) => what)).toEqual([
      'Current network',
      'Requested network',
      'Current odds',
      'Requested odds',
      'Expected cost per spin',
      'Payout',
    ]);
    await withdrawRequest(setup.core.as(setup.asha), both.request_id);
    await expect(change({ network_id: other, reward_amount: 19 })).rejects.toMatchObject(needsApproval);
    expect((await setup.getLastRequest(setup.asha)).facts[1]).toEqual(['Requested network', 'Another network']);
    expect(await present()).toEqual(before);
    await approveLatest();
    expect(await present()).toEqual({ network_id: other, reward_paise: 19_00 });
  });

  test('are a higher role, a new owner, and a new admin above analyst whom a manager adds', async () => {
    const helper = await makeAdmin(setup.core, undefined, 'support');
    const readRole = async (id: number) =>
      (await setup.core.database.sql<{ role: string }[]>`select role from admins where id = ${id}`)[0]?.role;
    await expect(setAdminRole(setup.core.as(setup.asha), { admin_id: helper.id, role: 'owner' })).rejects.toMatchObject(
      needsApproval,
    );
    await approveLatest();
    expect(await readRole(helper.id)).toBe('owner');
    await setAdminRole(setup.core.as(setup.asha), { admin_id: helper.id, role: 'analyst' });
    expect(await readRole(helper.id)).toBe('analyst');
    const input = {
      username: `sock-${setup.asha.name}`,
      email: `sock-${setup.asha.name}@example.com`,
      password: 'not so common 1',
    };
    await expect(registerAdmin(setup.core.as(setup.asha), { ...input, role: 'owner' })).rejects.toMatchObject(
      needsApproval,
    );
    expect(await setup.core.database.sql`select 1 from admins where username = ${input.username}`).toHaveLength(0);
    await approveLatest();
    expect(await setup.core.database.sql`select role from admins where username = ${input.username}`).toEqual([
      { role: 'owner' },
    ]);
    // With each new admin who may credit or read codes, a manager would get another set of daily limits.
    const create = (role: 'analyst' | 'support' | 'manager', by: 'owner' | 'manager' = 'manager') => {
      const username = `${role}-by-${by}-${setup.asha.name}`;
      const fields = { username, email: `${username}@example.com`, password: 'not so common 1', role };
      return registerAdmin(setup.core.as({ ...setup.asha, role: by }), fields);
    };
    await create('analyst');
    await create('manager', 'owner');
    for (const role of ['support', 'manager'] as const) await expect(create(role)).rejects.toMatchObject(needsApproval);
  });

  test('include the export of codes worth more than the daily limit, which is checked before the first line of the file', async () => {
    await addStock(setup.core, { amount: 9_001, count: 3 });
    const filters = voucherListInput.parse({ amount_range: '1001+' });
    const check = () =>
      requireCodeExportAllowance(setup.core.as(setup.asha), { list: 'vouchers', filters, reason: 'for a partner' });
    await expect(check()).rejects.toMatchObject(needsApproval);
    const request = await setup.getLastRequest(setup.asha);
    expect([request.title, ...request.facts.slice(0, 2)]).toEqual([
      'Read 3 more voucher codes in clear text',
      ['From', 'vouchers'],
      ['Worth', '₹27,003'],
    ]);
    await approveLatest();
    await check();
    const noWins = { list: 'conversions' as const, filters: conversionListInput.parse({}), reason: 'for a partner' };
    await requireCodeExportAllowance(setup.core.as(setup.asha), noWins);
  });

  test('include reading more codes than the daily limit, even by concurrent calls or by a key', async () => {
    const codes = await addStock(setup.core, { amount: 901, count: 8 });
    const ids = await findVoucherIds(setup.core, codes);
    const countReadableCodes = (actor = setup.core.as(setup.asha)) =>
      Promise.allSettled(ids.slice(0, 6).map((id) => revealVoucher(actor, id))).then(
        (all) => all.filter(({ status }) => status === 'fulfilled').length,
      );
    expect(await countReadableCodes()).toBe(3);
    const request = (await setup.listRequestsFor(setup.asha)).filter(({ is_own }) => is_own);
    expect(request.map(({ kind, title }) => [kind, title])).toEqual([
      ['codes', 'Read 1 more voucher code in clear text'],
    ]);
    await approveLatest();
    expect(await countReadableCodes()).toBe(1);
    const answer = withReadableCodes(setup.core.as(setup.asha), { codes: 'plain', list: 'vouchers' }, (show) =>
      setup.core.kernel.read(async (_, sql) =>
        (
          await sql<StoredCode[]>`
          select code, code_end as "codeEnd", pin, pin_end as "pinEnd", amount_paise as "amountPaise"
          from vouchers where id = any(${ids}::bigint[])`
        ).map(show),
      ),
    );
    await expect(answer).rejects.toMatchObject(needsApproval);

    const owner = await makeAdmin(setup.core);
    const input = serviceKeyInput.parse({ name: `codes of ${owner.name}`, scopes: ['vouchers:codes'] });
    await issueKey(setup.core.as(owner), input);
    const [key] = await setup.core.database.sql<{ id: number }[]>`select id from api_keys where name = ${input.name}`;
    const service = {
      kind: 'service',
      id: key?.id ?? 0,
      name: input.name,
      ip: null,
      scopes: ['vouchers:codes'],
    } as const;
    expect(await countReadableCodes(setup.core.as(service) as never)).toBe(3);
    const keyRequest = await setup.getLastRequest(owner);
    expect(keyRequest).toMatchObject({ asked_by: owner.name, key: input.name });
    await expect(approveRequest(setup.core.as(owner), keyRequest.request_id)).rejects.toMatchObject({
      code: 'REQUEST_IS_OWN',
    });
    await approveRequest(setup.core.as(setup.ravi), keyRequest.request_id);
    expect(await countReadableCodes(setup.core.as(service) as never)).toBe(1);
  });
});
