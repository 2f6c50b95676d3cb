import { type NetworkSettings, networkSettings } from '@inaam/contracts/networks/networks';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeClick, makeNetwork } from '@inaam/testing/factories/completions';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../kernel/actor.ts';
import { createNetwork } from '../networks/save.ts';
import { presets } from '../presets/presets.ts';
import { vendors } from '../presets/vendors.fixture.ts';
import {
  failures,
  getPresetSettings,
  makePresetNetwork as make,
  runConformanceTest,
  SECRET,
} from './conformance.fixture.ts';
import { listNetworkTests } from './run.ts';

let core: TestCore;
let admin: Actor;
beforeAll(async () => {
  core = await createTestCore();
  admin = await makeAdmin(core);
});
afterAll(() => core.close());

let networkCount = 0;
const makePresetNetwork = (preset: string, over?: Partial<NetworkSettings>) => make(core, admin, preset, over);
const run = (networkId: number) => runConformanceTest(core, admin, networkId);

describe('a network that is created from a preset', () => {
  test.each(presets.map(({ id }) => [id]))('%s: scores 100', async (id) => {
    const { score, checks, dialect } = await run(await makePresetNetwork(id));
    expect(failures(checks)).toEqual([]);
    expect(score).toBe(100);
    expect(dialect).not.toBeNull();
    expect(checks.find((check) => check.id === 'word.approve')).toMatchObject({ verdict: 'passed' });
    expect(checks.find((check) => check.id === 'habit.wrong_signature')).toMatchObject({ verdict: 'passed' });
  });

  test('scores 100 with a hold, enforced source addresses and another rate', async () => {
    const over = { hold_seconds: 3600, source_mode: 'enforce', rate: 83.4567, payout_ceiling: 50 } as const;
    const { score, checks } = await run(await makePresetNetwork('cpx', over));
    expect(failures(checks)).toEqual([]);
    expect(score).toBe(100);
    expect(checks.find(({ id }) => id === 'limit.hold')?.got).toBe('held for 1 hour');
    expect(checks.find(({ id }) => id === 'habit.unlisted_address')?.got).toBe('Nothing counted');
  });
});

describe('a network without a preset', () => {
  test('gets test postbacks that follow its own settings', async () => {
    const { slug } = await makeNetwork(core);
    const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`;
    const { score, checks, dialect } = await run(row?.id ?? 0);
    expect(failures(checks)).toEqual([]);
    expect([score, dialect]).toEqual([100, null]);
  });

  const shapes: [string, Partial<NetworkSettings>][] = [
    [
      'a digest over the body, in a header',
      {
        params_in: 'body',
        signing: {
          kind: 'hmac',
          algorithm: 'sha256',
          over: 'body',
          rewrite: 'as_received',
          in: 'header',
          name: 'Signature',
          encoding: 'base64',
        },
      },
    ],
    [
      'a hash over raw fields of the body',
      {
        params_in: 'body',
        signing: {
          kind: 'hash',
          algorithm: 'sha256',
          template: '{tid}|{sum}|{secret}',
          fields: 'raw',
          in: 'param',
          name: 'sig',
          encoding: 'hex',
        },
        // A maximum click age and a payout ceiling are required, because the signature does not cover the click.
        click_window_seconds: 86_400,
        payout_ceiling: 100_000,
      },
    ],
    [
      'a digest over the sorted query in RFC 3986 encoding',
      {
        signing: {
          kind: 'hmac',
          algorithm: 'sha1',
          over: 'sorted_query',
          rewrite: 'rfc3986',
          in: 'param',
          name: 'sig',
          encoding: 'base64url',
        },
      },
    ],
    ...Object.entries(vendors).map(([name, over]): [string, object] => [name, { status_rules: [], ...over }]),
    [
      'a token in a header',
      {
        signing: { kind: 'token', in: 'header', name: 'X-Token' },
        click_window_seconds: 86_400,
        payout_ceiling: 100_000,
      },
    ],
  ];
  test.each(shapes)('scores 100 with %s', async (_, over) => {
    const settings = networkSettings.parse({
      ...getPresetSettings('keitaro'),
      payout_ceiling: null,
      click_window_seconds: null,
      name: 'Own',
      slug: `own-${++networkCount}`,
      params: { click_id: 'cid', transaction_id: 'tid', payout: 'sum', goal_id: 'goal', status: 'state' },
      status_map: { yes: 'approve', no: 'reverse', maybe: 'pending' },
      postback_query: '',
      ...over,
    });
    const ceiling = over.payout_ceiling ?? null;
    const network = await createNetwork(core.as(admin), { ...settings, payout_ceiling: ceiling, secret: SECRET });
    const { score, checks } = await run(network.network_id);
    expect(failures(checks)).toEqual([]);
    expect(score).toBe(100);
  });
});

describe('a conformance test', () => {
  /** Creates an offer of a network, for which a test sends real postbacks. */
  async function makeNetworkOffer(slug: string): Promise<number> {
    const { offer_id: offerId } = await makeOffer(core);
    await core.database.sql`
      update offers set network_id = (select id from networks where slug = ${slug}) where id = ${offerId}`;
    return offerId;
  }

  test('adds a report, and changes nothing else in the database', async () => {
    const { sql } = core.database;
    await addStock(core, { amount: 5, count: 3 });
    const network = await makeNetwork(core);
    const offerId = await makeNetworkOffer(network.slug);
    await completeOffer(core, network, await makeUser(core), offerId);
    await makeClick(core, await makeUser(core), offerId);
    const id = await makePresetNetwork('bitlabs', { hold_seconds: 60 });

    const names = await sql<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
    const hashTables = async () => {
      const tables: Record<string, string> = {};
      for (const { name } of names) {
        const [row] = await sql<{ all: string }[]>`
          select coalesce(md5(string_agg(t::text, E'\n' order by t::text)), 'empty') as all from ${sql(name)} t`;
        tables[name] = row?.all ?? '';
      }
      return tables;
    };
    const before = await hashTables();
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['completions', 'audit_log', 'vouchers', 'postbacks']));
    expect((await run(id)).score).toBe(100);
    const { network_test_runs: report, ...rest } = await hashTables();
    const { network_test_runs: none, ...was } = before;
    expect(rest).toEqual(was);
    expect(report).not.toBe(none);
  });

  test('adds a report to the list, newest first, with the admin who ran the test', async () => {
    const id = await makePresetNetwork('cpx');
    const first = await run(id);
    const second = await run(id);
    const { runs } = await listNetworkTests(core.kernel, id);
    expect(runs.map(({ test_id }) => test_id)).toEqual([second.test_id, first.test_id]);
    expect(runs[0]).toEqual(second);
    expect(runs[0]?.by).toBe(admin.name);
  });

  test('can run at the same time as real postbacks and other tests', async () => {
    const network = await makeNetwork(core);
    const offerId = await makeNetworkOffer(network.slug);
    const id = await makePresetNetwork('bitlabs');
    const users = await Promise.all(Array.from({ length: 5 }, () => makeUser(core)));
    const [completed, ...runs] = await Promise.all([
      Promise.all(users.map((user) => completeOffer(core, network, user, offerId))),
      run(id),
      run(id),
      run(id),
    ]);
    expect(completed).toHaveLength(5);
    expect(runs.map(({ score }) => score)).toEqual([100, 100, 100]);
  });

  test('fails for an unknown network', async () => {
    await expect(run(999_999)).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' });
    await expect(listNetworkTests(core.kernel, 999_999)).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' });
  });
});
