import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { approvalKinds } from '@inaam/contracts/approvals/approvals';
import { errorTable } from '@inaam/contracts/common/errors';
import { type OfferUpdate, offerCreateInput } from '@inaam/contracts/offers/offers';
import type { SqlClient } from '@inaam/db/client';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { runQueuedBehindLock, whileLocked } from '@inaam/testing/while-locked';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminActor } from '../../kernel/actor.ts';
import { creditCompletion } from '../../ledger/completions/credit.ts';
import { createOffer, updateOffer } from '../../ledger/offers/save.ts';
import { requireCodeAllowance } from '../../ledger/vouchers/code-read-allowance.ts';
import { revealVoucher } from '../../ledger/vouchers/reveal.ts';
import { createNetwork, rotateSecret, updateNetwork } from '../../partners/networks/save.ts';
import { registerAdmin } from '../../people/admins/admin-register.ts';
import { setAdminRole } from '../../people/admins/admins.ts';
import { approvableCommands } from './approvable-commands.ts';
import { approveRequest } from './decide.ts';
import { listRequests } from './list.ts';
import { needsApproval } from './two-owners.fixture.ts';

/** Tests every command that may need a second person. The first test fails if a command has no case here. */

/** Two calls of one admin. Each call is allowed alone, but not both together. */
interface Race {
  lock: (sql: SqlClient) => Promise<unknown>;
  first: () => Promise<unknown>;
  second: () => Promise<unknown>;
}

interface Case {
  /** Makes the call that needs a second person. */
  ask: () => Promise<unknown>;
  /** Returns the state that the command changes. */
  state: () => Promise<unknown>;
  /** Changes a fact that the request contains. */
  outdate: () => Promise<unknown>;
  /** For a command that creates a record: the error code if the record already exists. */
  refusal?: keyof typeof errorTable;
  /** Undefined if no call of the command is allowed alone, or if the limit does not apply to the sum of two calls. */
  race?: () => Promise<Race>;
}

interface Setup {
  core: TestCore;
  networkId: number;
  asha: AdminActor;
  ravi: AdminActor;
}

type Begin = (setup: Setup) => Promise<Case>;

const queryDatabase =
  ({ core }: Setup) =>
  (query: string, ...values: (string | number)[]) =>
    core.database.sql.unsafe<Record<string, unknown>[]>(query, values);

async function newNetwork(core: TestCore): Promise<number> {
  const { slug } = await makeNetwork(core);
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`;
  return row?.id ?? 0;
}

const lockOffer = (id: number) => (sql: SqlClient) => sql`select 1 from offers where id = ${id} for update`;
const lockAdmins = (sql: SqlClient) => sql`select 1 from named_locks where name = 'admins' for update`;

const changeOffer =
  ({ core }: Setup) =>
  (by: AdminActor, offer_id: number, fields: Omit<OfferUpdate, 'offer_id'>) =>
    updateOffer(core.as(by), { offer_id, ...fields });

const cases: Record<string, Record<string, Begin>> = {
  'completions.credit': {
    'a credit': async (setup) => {
      const { core, asha, ravi } = setup;
      const user = await makeUser(core);
      const { offer_id } = await makeOffer(core, { spinner_config: [{ amount: 2_000, permille: 1 }] });
      const credit = (offer: number) =>
        creditCompletion(core.as(asha), { user_id: user.id, offer_id: offer, reason: 'A receipt' });
      return {
        ask: () => credit(offer_id),
        state: () => queryDatabase(setup)('select offer_id, odds_version from completions where user_id = $1', user.id),
        outdate: () => changeOffer(setup)(ravi, offer_id, { spinner_config: [{ amount: 1_500, permille: 1 }] }),
        race: async () => {
          const { offer_id: other } = await makeOffer(core);
          return {
            lock: lockOffer(other),
            first: () => changeOffer(setup)(asha, other, { spinner_config: [{ amount: 2_000, permille: 1 }] }),
            second: () => credit(other),
          };
        },
      };
    },
  },
  'offers.create': {
    'an offer with costly odds': async (setup) => {
      const { core, asha, ravi } = setup;
      const title = `Asked for by ${asha.name}`;
      const fields = { title, external_offer_id: title, description: 'd', offer_url: 'https://a.example/' };
      const create = (by: AdminActor, amount: number) =>
        createOffer(
          core.as(by),
          offerCreateInput.parse({
            ...fields,
            spinner_config: JSON.stringify({ rewards: [{ amount, probability: 50 }] }),
          }),
        );
      return {
        ask: () => create(asha, 900),
        state: () => queryDatabase(setup)('select id from offers where title = $1', title),
        outdate: () => create(ravi, 1),
        refusal: 'EXTERNAL_OFFER_ID_TAKEN',
      };
    },
  },
  'offers.update': {
    'other odds': async (setup) => {
      const { core, asha, ravi } = setup;
      const { offer_id } = await makeOffer(core, { reward_amount: 100_00 });
      return {
        ask: () => changeOffer(setup)(asha, offer_id, { spinner_config: [{ amount: 900, permille: 500 }] }),
        state: () => queryDatabase(setup)('select reward_paise, odds_version from offers where id = $1', offer_id),
        outdate: () => changeOffer(setup)(ravi, offer_id, { reward_amount: 50_00 }),
        race: async () => ({
          lock: lockOffer(offer_id),
          first: () => changeOffer(setup)(asha, offer_id, { reward_amount: 10_00 }),
          second: () => changeOffer(setup)(asha, offer_id, { spinner_config: [{ amount: 80, permille: 500 }] }),
        }),
      };
    },
    'another network': async (setup) => {
      const { core, asha } = setup;
      const { offer_id } = await makeOffer(core);
      const [other, third] = [await newNetwork(core), await newNetwork(core)];
      return {
        ask: () => changeOffer(setup)(asha, offer_id, { network_id: other }),
        state: () => queryDatabase(setup)('select network_id from offers where id = $1', offer_id),
        outdate: () => queryDatabase(setup)('update offers set network_id = $1 where id = $2', third, offer_id),
      };
    },
  },
  'networks.create': {
    'an active network': async (setup) => {
      const { core, asha, ravi } = setup;
      const create = (by: AdminActor, is_active: boolean) =>
        createNetwork(core.as(by), {
          preset: 'ogads',
          slug: `of-${asha.name}`,
          secret: 'known to the asker',
          is_active,
        });
      return {
        ask: () => create(asha, true),
        state: () => queryDatabase(setup)('select id, active from networks where slug = $1', `of-${asha.name}`),
        outdate: () => create(ravi, false),
        refusal: 'NETWORK_SLUG_TAKEN',
      };
    },
  },
  'networks.update': {
    'another rate': async (setup) => {
      const { core, asha, ravi } = setup;
      const network_id = await newNetwork(core);
      const [row] = await queryDatabase(setup)(
        'select rate_micros::float8 / 1e6 as rate from networks where id = $1',
        network_id,
      );
      const change = (by: AdminActor, times: number) =>
        updateNetwork(core.as(by), { network_id, rate: Number(row?.['rate']) * times });
      return {
        ask: () => change(asha, 2),
        state: () => queryDatabase(setup)('select rate_micros from networks where id = $1', network_id),
        outdate: () => change(ravi, 1.05),
        race: async () => ({
          lock: (sql) => sql`select 1 from networks where id = ${network_id} for update`,
          first: () => change(asha, 1.1),
          second: () => change(asha, 0.91),
        }),
      };
    },
    'a network that is activated': async (setup) => {
      const { core, asha, ravi } = setup;
      const input = { preset: 'ogads', slug: `idle-${asha.name}`, secret: 'known to the asker', is_active: false };
      const { network_id } = await createNetwork(core.as(asha), input);
      return {
        ask: () => updateNetwork(core.as(asha), { network_id, is_active: true }),
        state: () => queryDatabase(setup)('select active, slug from networks where id = $1', network_id),
        outdate: () => updateNetwork(core.as(ravi), { network_id, slug: `new-${asha.name}` }),
      };
    },
  },
  'networks.rotate_secret': {
    'another secret': async (setup) => {
      const { core, networkId, asha, ravi } = setup;
      const { backOfficePolicy } = core.services;
      const off = {
        backOfficePolicy: { ...backOfficePolicy, approvals: { ...backOfficePolicy.approvals, when: 'off' as const } },
      };
      const input = { network_id: networkId, overlap_hours: 24 };
      return {
        ask: () => rotateSecret(core.as(asha), { ...input, secret: `secret of ${asha.name}` }),
        state: () => queryDatabase(setup)('select signing_secret from networks where id = $1', networkId),
        outdate: () => rotateSecret({ ...core.as(ravi), ...off }, { ...input, secret: `secret of ${ravi.name}` }),
      };
    },
  },
  'admins.create': {
    'another owner': async (setup) => {
      const { core, asha, ravi } = setup;
      const username = `asked-by-${asha.name}`;
      const register = (by: AdminActor, role: 'owner' | 'analyst') =>
        registerAdmin(core.as(by), { username, email: `${username}@example.com`, password: 'not so common 1', role });
      return {
        ask: () => register(asha, 'owner'),
        state: () => queryDatabase(setup)('select id, role from admins where username = $1', username),
        outdate: () => register(ravi, 'analyst'),
        refusal: 'USERNAME_TAKEN',
      };
    },
  },
  'admins.set_role': {
    'a higher role': async (setup) => {
      const { core, asha, ravi } = setup;
      const { id: admin_id } = await makeAdmin(core, undefined, 'support');
      return {
        ask: () => setAdminRole(core.as(asha), { admin_id, role: 'owner' }),
        state: () => queryDatabase(setup)('select role from admins where id = $1', admin_id),
        outdate: () => setAdminRole(core.as(ravi), { admin_id, role: 'analyst' }),
        race: async () => {
          const { id: other } = await makeAdmin(core, undefined, 'manager');
          return {
            lock: lockAdmins,
            first: () => setAdminRole(core.as(asha), { admin_id: other, role: 'support' }),
            // Gives back the role from before the first call.
            second: () => setAdminRole(core.as(asha), { admin_id: other, role: 'manager' }),
          };
        },
      };
    },
  },
  'vouchers.grant_code_reads': {
    'more codes': async (setup) => {
      const { core, asha, ravi } = setup;
      const ids = await findVoucherIds(core, await addStock(core, { amount: 911, count: 8 }));
      const reveal = (by: AdminActor, nth: number) => revealVoucher(core.as(by), ids[nth] ?? 0);
      for (const nth of [0, 1, 2]) await reveal(asha, nth);
      return {
        ask: () => reveal(asha, 3),
        state: () =>
          queryDatabase(setup)(
            `select action, after from audit_entries where actor_id = $1 and action like 'vouchers.%' order by id`,
            asha.id,
          ),
        outdate: async () => {
          await expect(
            requireCodeAllowance(core.as(asha), { codes: 2, paise: 0, list: 'vouchers' }),
          ).rejects.toMatchObject(needsApproval);
          await approveRequest(core.as(ravi), (await listWaiting(setup)).at(-1)?.request_id ?? 0);
        },
        race: async () => {
          const { id, ...reader } = await makeAdmin(core);
          const by = { ...reader, id };
          for (const nth of [0, 1]) await reveal(by, nth);
          return {
            lock: (sql) => sql`select 1 from admins where id = ${id} for update`,
            first: () => reveal(by, 4),
            second: () => reveal(by, 5),
          };
        },
      };
    },
  },
};

/** Lists Asha's waiting requests, oldest first. */
const listWaiting = async ({ core, asha }: Setup) =>
  (await listRequests(core.kernel, asha)).requests
    .filter(({ is_own, status }) => is_own && status === 'waiting')
    .toSorted((a, b) => a.request_id - b.request_id);

const getOutcome = (end: PromiseSettledResult<unknown>): unknown =>
  end.status === 'fulfilled' ? 'done' : (end.reason as { code?: unknown }).code;

let two: TestCore;
let one: TestCore;
const networkIds = new Map<TestCore, number>();
let setup: Setup;
/** An installation with a single owner, who may do everything alone. */
let alone: Setup;

beforeAll(async () => {
  for (const core of [
    (two = await createTestCore({ approvals: { when: 'two_owners', codes: 3 } })),
    (one = await createTestCore({ approvals: { when: 'two_owners', codes: 3 } })),
  ]) {
    networkIds.set(core, await newNetwork(core));
  }
});
afterAll(async () => {
  await two.close();
  await one.close();
});
beforeEach(async () => {
  const createSetup = async (core: TestCore) => ({
    core,
    networkId: networkIds.get(core) ?? 0,
    asha: await makeAdmin(core),
    ravi: await makeAdmin(core),
  });
  setup = await createSetup(two);
  alone = await createSetup(one);
  await one.database.sql`update admins set role = 'manager' where id <> ${alone.asha.id}`;
});

describe('the list of commands', () => {
  const root = join(import.meta.dirname, '../..');
  const sources = globSync('**/*.ts', { cwd: root })
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const names = approvableCommands.map(({ policy }) => policy.name).sort();

  test('contains every command with a policy, and this file has a case for each', () => {
    const declared = sources.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:requiresApproval|withPolicy)\(\s*\{\s*name: '([^']+)'/g)].map(([, name]) => name),
    );
    expect(declared.sort()).toEqual(names);
    expect(Object.keys(cases).sort()).toEqual(names);
  });

  test('is imported by no command', () => {
    const importers = sources
      .filter(({ file, text }) => !file.startsWith('office/') && /from '(\.\.\/)+office\/approvals\//.test(text))
      .map(({ file }) => file);
    expect(importers).toEqual([]);
  });
});

const requestedKinds = new Set<string>();

describe.each(Object.entries(cases))('%s', (_, variants) => {
  test.each(Object.entries(variants))(
    '%s: decides about approval only after concurrent calls and concurrent new owners',
    async (_name, begin) => {
      const race = await (await begin(setup)).race?.();
      if (race) {
        const ends = await runQueuedBehindLock(setup.core, race.lock, [race.first, race.second]);
        expect(ends.map(getOutcome)).toEqual(['done', 'WAITS_FOR_APPROVAL']);
      }
      // A single owner's call waits for a transaction that creates a second owner.
      const sole = await begin(alone);
      const before = await sole.state();
      const { waited, result } = await whileLocked(
        one,
        async (sql) => {
          await lockAdmins(sql);
          await sql`update admins set role = 'owner' where id = ${alone.ravi.id}`;
        },
        async () => Promise.allSettled([sole.ask()]),
      );
      expect(waited).toBe(true);
      expect(result.map(getOutcome)).toEqual(['WAITS_FOR_APPROVAL']);
      expect(await sole.state()).toEqual(before);
    },
  );

  test.each(Object.entries(variants))('%s: commits either the change or the request', async (_name, begin) => {
    const sole = await begin(alone);
    const untouched = await sole.state();
    await sole.ask();
    expect(await sole.state()).not.toEqual(untouched);
    expect(await listWaiting(alone)).toEqual([]);

    const its = await begin(setup);
    const before = await its.state();
    await two.database.sql.unsafe(`
      create function no_request() returns trigger language plpgsql as $$ begin raise exception 'no request'; end $$;
      create trigger no_request before insert on approvals for each row execute function no_request()`);
    await expect(its.ask()).rejects.not.toMatchObject(needsApproval);
    await two.database.sql.unsafe('drop function no_request cascade');
    expect(await its.state()).toEqual(before);
    expect(await listWaiting(setup)).toEqual([]);

    await expect(its.ask()).rejects.toMatchObject(needsApproval);
    expect(await its.state()).toEqual(before);
    const requests = await listWaiting(setup);
    expect(requests).toHaveLength(1);
    for (const { kind } of requests) requestedKinds.add(kind);
    await approveRequest(two.as(setup.ravi), requests[0]?.request_id ?? 0);
    expect(await its.state()).not.toEqual(before);
  });

  test.each(Object.entries(variants))('%s: fails on approval if the facts have changed', async (_name, begin) => {
    const its = await begin(setup);
    await expect(its.ask()).rejects.toMatchObject(needsApproval);
    const [request] = await listWaiting(setup);
    const id = request?.request_id ?? 0;
    await its.outdate();
    const state = await its.state();
    const { refusal: code = 'REQUEST_OUT_OF_DATE' } = its;
    await expect(approveRequest(two.as(setup.ravi), id)).rejects.toMatchObject({ code });
    expect(await its.state()).toEqual(state);
    const { requests } = await listRequests(two.kernel, setup.asha);
    const answer = errorTable[code].text;
    expect(requests.find(({ request_id }) => request_id === id)).toMatchObject({ status: 'failed', answer });
    const mails = await two.database.sql<{ payload: { facts: string[][] } }[]>`
      select payload from messages where kind = 'admin_notice'
        and event_key like ${`approval:${id}:failed:%`} and recipient = ${`${setup.asha.name}@example.invalid`}`;
    expect(mails.map(({ payload }) => payload.facts.at(-1))).toEqual([['Answer', answer]]);
  });
});

test('covers every kind of request', () => {
  expect([...requestedKinds].sort()).toEqual(Object.keys(approvalKinds).sort());
});
