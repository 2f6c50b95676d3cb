import { DEFAULT_LOG_DAYS } from '@inaam/contracts/account/retention';
import type { ApprovalKind } from '@inaam/contracts/approvals/approvals';
import { offerCreateInput, offerUpdateInput } from '@inaam/contracts/offers/offers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminActor } from '../../kernel/actor.ts';
import { creditCompletion } from '../../ledger/completions/credit.ts';
import { createOffer, updateOffer } from '../../ledger/offers/save.ts';
import { revealVoucher } from '../../ledger/vouchers/reveal.ts';
import { createNetwork, rotateSecret, updateNetwork } from '../../partners/networks/save.ts';
import { registerAdmin } from '../../people/admins/admin-register.ts';
import { setAdminRole } from '../../people/admins/admins.ts';
import { applyRetention } from '../retention/retention.ts';
import { approveRequest } from './decide.ts';
import { listRequests } from './list.ts';

/**
 * If the outcome of an approved command cannot be recorded, the request waits again. A second approval must not execute
 * the command again.
 */

let core: TestCore;
let networkId: number;
let asha: AdminActor;
let ravi: AdminActor;

beforeAll(async () => {
  core = await createTestCore({ approvals: { when: 'two_owners', codes: 1 } });
  const { slug } = await makeNetwork(core);
  networkId = Number((await rows('select id from networks where slug = $1', slug))[0]?.['id']);
});
afterAll(() => core.close());
beforeEach(async () => {
  asha = await makeAdmin(core);
  ravi = await makeAdmin(core);
});

const rows = (query: string, ...values: (string | number)[]) =>
  core.database.sql.unsafe<Record<string, unknown>[]>(query, values);

/** A request that Asha makes. */
interface Case {
  /** Makes the call that becomes a request. */
  ask: () => Promise<unknown>;
  /** Audit action of the execution; undefined if nothing is executed. */
  acts: string | undefined;
  /** Returns the state that the execution changes. */
  state: () => Promise<unknown>;
  /** Makes a change between the two approvals that the second approval must not undo. */
  meanwhile?: () => Promise<unknown>;
}

/** By kind: a request of each command that can make requests of this kind. */
const cases: Record<ApprovalKind, Record<string, () => Promise<Case>>> = {
  credit: {
    'a credit': async () => {
      const [user, offer] = [await makeUser(core), await makeOffer(core)];
      const input = { user_id: user.id, offer_id: offer.offer_id, reason: 'A receipt', payout_amount: 5_000_00 };
      return {
        ask: () => creditCompletion(core.as(asha), input),
        acts: 'completions.credit',
        state: () => rows('select id, payout_paise from completions where user_id = $1', user.id),
      };
    },
  },
  odds: {
    'other odds': async () => {
      const { offer_id } = await makeOffer(core);
      const change = (by: AdminActor, amount: number) =>
        updateOffer(
          core.as(by),
          offerUpdateInput.parse({
            offer_id: String(offer_id),
            spinner_config: JSON.stringify({ rewards: [{ amount, probability: 50 }] }),
          }),
        );
      return {
        ask: () => change(asha, 900),
        acts: 'offers.update',
        state: () => rows('select odds from offer_odds where offer_id = $1 order by version desc limit 1', offer_id),
        meanwhile: () => change(ravi, 2),
      };
    },
    'an offer with costly odds': async () => {
      const title = `Asked for by ${asha.name}`;
      const fields = { title, external_offer_id: title, description: 'd', offer_url: 'https://a.example/' };
      const odds = JSON.stringify({ rewards: [{ amount: 900, probability: 50 }] });
      return {
        ask: () => createOffer(core.as(asha), offerCreateInput.parse({ ...fields, spinner_config: odds })),
        acts: 'offers.create',
        state: () => rows('select id from offers where title = $1', title),
      };
    },
  },
  codes: {
    'more codes': async () => {
      const ids = await findVoucherIds(core, await addStock(core, { amount: 907, count: 3 }));
      return {
        ask: async () => {
          for (const id of ids) await revealVoucher(core.as(asha), id);
        },
        acts: undefined,
        state: () => rows(`select 1 from audit_entries where action = 'vouchers.reveal' and actor_id = $1`, asha.id),
      };
    },
  },
  role: {
    'a higher role': async () => {
      const { id } = await makeAdmin(core, undefined, 'support');
      return {
        ask: () => setAdminRole(core.as(asha), { admin_id: id, role: 'owner' }),
        acts: 'admins.set_role',
        state: () => rows('select role from admins where id = $1', id),
        meanwhile: () => setAdminRole(core.as(ravi), { admin_id: id, role: 'analyst' }),
      };
    },
    'another owner': async () => {
      const username = `asked-by-${asha.name}`;
      const input = { username, email: `${username}@example.com`, password: 'not so common 1', role: 'owner' } as const;
      return {
        ask: () => registerAdmin(core.as(asha), input),
        acts: 'admins.create',
        state: () => rows('select id, role from admins where username = $1', username),
      };
    },
  },
  network_secret: {
    'another secret': async () => ({
      ask: () =>
        rotateSecret(core.as(asha), { network_id: networkId, secret: `key of ${asha.name}`, overlap_hours: 24 }),
      acts: 'networks.rotate_secret',
      // The state includes `previous_secret`, because a repeated rotation would overwrite it.
      state: () => rows('select signing_secret, previous_secret from networks where id = $1', networkId),
    }),
  },
  network_rate: {
    'another rate': async () => {
      const rate = async (by: AdminActor, times: number) => {
        const [row] = await rows('select rate_micros::float8 / 1e6 as rate from networks where id = $1', networkId);
        return updateNetwork(core.as(by), { network_id: networkId, rate: Number(row?.['rate']) * times });
      };
      return {
        ask: () => rate(asha, 2),
        acts: 'networks.update',
        state: () => rows('select rate_micros from networks where id = $1', networkId),
        meanwhile: () => rate(ravi, 1.05),
      };
    },
    'an active network': async () => {
      const slug = `asked-by-${asha.name}`;
      return {
        ask: () => createNetwork(core.as(asha), { preset: 'ogads', slug, secret: 'known to the requester' }),
        acts: 'networks.create',
        state: () => rows('select id, active from networks where slug = $1', slug),
      };
    },
  },
  offer_network: {
    'another network': async () => {
      const { offer_id } = await makeOffer(core);
      const { slug } = await makeNetwork(core);
      const other = Number((await rows('select id from networks where slug = $1', slug))[0]?.['id']);
      return {
        ask: () => updateOffer(core.as(asha), { offer_id, network_id: other, title: 'As asked' }),
        acts: 'offers.update',
        state: () => rows('select network_id, title from offers where id = $1', offer_id),
        meanwhile: () => updateOffer(core.as(ravi), { offer_id, title: 'Meanwhile' }),
      };
    },
  },
};

describe.each(Object.entries(cases))('%s', (kind, variants) => {
  test.each(Object.entries(variants))('%s: is executed once even if it is approved twice', async (_, begin) => {
    const testCase = await begin();
    await expect(testCase.ask()).rejects.toMatchObject({ code: 'WAITS_FOR_APPROVAL' });
    const listOwnRequests = async () => (await listRequests(core.kernel, asha)).requests.filter(({ is_own }) => is_own);
    const [request, ...others] = await listOwnRequests();
    expect(others).toEqual([]);
    expect(request).toMatchObject({ kind, status: 'waiting' });
    const approve = () => approveRequest(core.as(ravi), request?.request_id ?? 0);
    const listExecutions = () =>
      rows('select id from audit_entries where action = $1 and actor_id = $2', testCase.acts ?? '', asha.id ?? 0);
    const before = (await listExecutions()).length;

    await core.database.sql.unsafe(`
      create function nothing_is_recorded() returns trigger language plpgsql as $$
      begin raise exception 'away' using errcode = '57P03'; end $$;
      create trigger nothing_is_recorded before update on approvals for each row when (new.status = 'done')
        execute function nothing_is_recorded()`);
    await expect(approve()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await core.database.sql.unsafe('drop function nothing_is_recorded cascade');
    expect(await listOwnRequests()).toMatchObject([{ status: 'waiting' }]);
    // The second approval may happen after the retention of idempotency keys has ended.
    await core.database.sql`update idempotency_keys set created_at = created_at - interval '2 days'`;
    await applyRetention(core.kernel, DEFAULT_LOG_DAYS);
    await testCase.meanwhile?.();
    const state = await testCase.state();

    await approve();
    expect(await listOwnRequests()).toMatchObject([{ status: 'done', answer: null }]);
    expect((await listExecutions()).length - before).toBe(testCase.acts === undefined ? 0 : 1);
    expect(await testCase.state()).toEqual(state);
  });
});
