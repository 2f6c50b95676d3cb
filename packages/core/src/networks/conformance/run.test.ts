import { createHash } from 'node:crypto';
import type { ConformanceCheck } from '@inaam/contracts/conformance';
import { type NetworkSettings, networkSettings } from '@inaam/contracts/networks';
import { networks } from '@inaam/db/schema/networks';
import { dialectOf } from '@inaam/dialects/table';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { complete, makeClick, makeNetwork } from '@inaam/testing/factories/completions';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { stock } from '@inaam/testing/factories/vouchers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receivePostback } from '../../completions/receive-postback.ts';
import type { Actor } from '../../kernel/actor.ts';
import { presets } from '../presets/presets.ts';
import { createNetwork } from '../save.ts';
import { withOpenKeys } from '../secrets.ts';
import { checkOldKey } from './check-habits.ts';
import { networkTests, testNetwork } from './run.ts';
import { sceneOf } from './scene.ts';
import { setStage } from './stage.ts';

const ORIGIN = 'http://localhost:3000';
const SECRET = 'k3y-of-the-dashboard';
let core: TestCore;
let admin: Actor;
beforeAll(async () => {
  core = await createTestCore();
  admin = await makeAdmin(core);
});
afterAll(() => core.close());

let made = 0;
/** A network from a preset, with what its admin set otherwise. `payout_ceiling` in paise, as inputs come out. */
async function networkOf(preset: string, over: Partial<NetworkSettings> = {}): Promise<number> {
  const slug = `${preset}-${++made}`;
  const row = await core.kernel.write((tx) =>
    createNetwork(tx, core.kernel.secrets, admin, { preset, secret: SECRET, ...over, slug }),
  );
  return row.id;
}

const run = (networkId: number) => testNetwork(core.kernel, admin, ORIGIN, networkId);
const failures = (checks: readonly ConformanceCheck[]) => checks.filter(({ verdict }) => verdict === 'failed');
const settingsOf = (id: string): NetworkSettings => {
  const found = presets.find((preset) => preset.id === id);
  if (!found) throw new Error(`there is no preset ${id}`);
  return found.settings;
};

describe('a preset with its own secret', () => {
  test.each(presets.map(({ id }) => [id]))('%s: 100', async (id) => {
    const { score, checks, dialect } = await run(await networkOf(id));
    expect(failures(checks)).toEqual([]);
    expect(score).toBe(100);
    expect(dialect).not.toBeNull();
    expect(checks.find((check) => check.id === 'word.approve')).toMatchObject({ verdict: 'passed' });
    expect(checks.find((check) => check.id === 'habit.wrong_signature')).toMatchObject({ verdict: 'passed' });
  });

  test('held, enforcing its addresses, in another rate: still 100', async () => {
    const over = { hold_seconds: 3600, source_mode: 'enforce', rate: 83.4567, payout_ceiling: 50 } as const;
    const { score, checks } = await run(await networkOf('cpx', over));
    expect(failures(checks)).toEqual([]);
    expect(score).toBe(100);
    expect(checks.find(({ id }) => id === 'limit.hold')?.got).toBe('held for 3600 s');
    expect(checks.find(({ id }) => id === 'habit.unlisted_address')?.got).toBe('Nothing counted');
  });
});

describe('a network without a preset', () => {
  test('is spoken to as its own settings describe it', async () => {
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
      'raw fields in a body',
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
      },
    ],
    [
      'the sorted query, as RFC 3986 has it',
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
    [
      'a token in a header',
      {
        signing: { kind: 'token', in: 'header', name: 'X-Token' },
        click_window_seconds: 86_400,
        payout_ceiling: 100_000,
      },
    ],
  ];
  test.each(shapes)('%s', async (_, over) => {
    const settings = networkSettings.parse({
      ...settingsOf('keitaro'),
      payout_ceiling: null,
      click_window_seconds: null,
      name: 'Own',
      slug: `own-${++made}`,
      params: { click_id: 'cid', transaction_id: 'tid', payout: 'sum', goal_id: 'goal', status: 'state' },
      status_map: { yes: 'approve', no: 'reverse', maybe: 'pending' },
      postback_query: '',
      ...over,
    });
    const ceiling = over.payout_ceiling ?? null;
    const row = await core.kernel.write((tx) =>
      createNetwork(tx, core.kernel.secrets, admin, { ...settings, payout_ceiling: ceiling, secret: SECRET }),
    );
    const { score, checks } = await run(row.id);
    expect(failures(checks)).toEqual([]);
    expect(score).toBe(100);
  });
});

describe('a setting that is wrong lowers the score and is named', () => {
  const bitlabs = settingsOf('bitlabs');
  const cpx = settingsOf('cpx');
  const affise = settingsOf('affise');
  const wrong: [string, string, Partial<NetworkSettings>, string, string][] = [
    [
      'a word means the opposite',
      'cpx',
      { status_map: { '1': 'reverse', '2': 'approve' } },
      'word.approve',
      'status_map',
    ],
    ['a word is missing', 'cpx', { status_map: { '1': 'approve' } }, 'word.reverse', 'status_map'],
    [
      'pending counts',
      'affise',
      { status_map: { ...affise.status_map, '2': 'approve' } },
      'word.pending',
      'status_map',
    ],
    [
      'pending first',
      'affise',
      { status_map: { ...affise.status_map, '2': 'ignore' } },
      'habit.pending_first',
      'status_map',
    ],
    ['tests count', 'theoremreach', { status_rules: [] }, 'word.ignore', 'status_rules'],
    ['reversals count', 'ayet', { status_rules: [] }, 'word.reverse', 'status_rules'],
    ['late reversal', 'ayet', { status_rules: [] }, 'habit.late_reversal', 'status_rules'],
    ['wrong order', 'ayet', { status_rules: [] }, 'habit.wrong_order', 'status_rules'],
    ['a reversal that is not known', 'cpx', { status_map: { '1': 'approve' } }, 'habit.wrong_order', 'status_map'],
    ['another click', 'cpx', { params: { ...cpx.params, click_id: 'subid_2' } }, 'word.approve', 'params.click_id'],
    [
      'another transaction',
      'cpx',
      { params: { ...cpx.params, transaction_id: 'transaction' } },
      'fact.transaction',
      'params.transaction_id',
    ],
    [
      'no transaction',
      'cpx',
      { params: { ...cpx.params, transaction_id: null } },
      'fact.transaction',
      'params.transaction_id',
    ],
    [
      'the points as payout',
      'adgem',
      { params: { ...settingsOf('adgem').params, payout: 'amount' } },
      'fact.payout',
      'params.payout',
    ],
    [
      'the ceiling without a payout',
      'cpx',
      { params: { ...cpx.params, payout: 'sum' } },
      'limit.ceiling',
      'params.payout',
    ],
    [
      'the same transaction',
      'adgem',
      { params: { ...settingsOf('adgem').params, payout: 'sum' } },
      'habit.other_payout',
      'params.payout',
    ],
    [
      'another goal',
      'adgem',
      { params: { ...settingsOf('adgem').params, goal_id: 'goal' } },
      'fact.goal',
      'params.goal_id',
    ],
    ['another status', 'cpx', { params: { ...cpx.params, status: 'state' } }, 'word.approve', 'params.status'],
    [
      'another formula',
      'cpx',
      { signing: { ...cpx.signing, template: '{trans_id}.{secret}' } as NetworkSettings['signing'] },
      'word.approve',
      'signing',
    ],
    [
      'a formula without the transaction',
      'tapjoy',
      { signing: { ...settingsOf('tapjoy').signing, template: '{snuid}:{secret}' } as NetworkSettings['signing'] },
      'habit.repeats',
      'signing',
    ],
    [
      'another digest',
      'bitlabs',
      { signing: { ...bitlabs.signing, algorithm: 'sha256' } as NetworkSettings['signing'] },
      'habit.storm',
      'signing',
    ],
    [
      'no signature',
      'cpx',
      { signing: { kind: 'path_secret' }, click_window_seconds: 86_400 },
      'habit.wrong_signature',
      'signing',
    ],
    [
      'the clock',
      'bitlabs',
      { signing: { ...bitlabs.signing, over: 'query' } as NetworkSettings['signing'] },
      'habit.clock_off',
      'signing',
    ],
    [
      'the rotation',
      'bitlabs',
      { signing: { ...bitlabs.signing, over: 'query' } as NetworkSettings['signing'] },
      'habit.key_rotation',
      'signing',
    ],
    [
      'garbage',
      'keitaro',
      { status_map: { ...settingsOf('keitaro').status_map, 'no-such-word': 'approve' } },
      'habit.garbage',
      'status_map',
    ],
    ['another currency that is sent', 'affise', { currency: 'EUR' }, 'word.approve', 'currency'],
    ['another currency that is not sent', 'bitlabs', { currency: 'EUR' }, 'setup.currency', 'currency'],
    ['a rate that was forgotten', 'bitlabs', { rate: 1 }, 'setup.rate', 'rate'],
    ['an inactive network', 'bitlabs', { is_active: false }, 'setup.active', 'is_active'],
    [
      'an address that asks for less',
      'cpx',
      { postback_query: 'trans_id={trans_id}&subid_1={subid_1}' },
      'setup.postback_query',
      'postback_query',
    ],
    [
      'failure for success',
      'cpx',
      { replies: { approved: { status: 500, body: '', type: 'text/plain' } } },
      'reply.approved',
      'replies.approved',
    ],
    [
      'success for a forgery',
      'cpx',
      { replies: { forged: { status: 200, body: '', type: 'text/plain' } } },
      'reply.forged',
      'replies.forged',
    ],
    [
      'a reply that is no JSON',
      'cpx',
      { replies: { refused: { status: 400, body: '{reason}', type: 'application/json' } } },
      'reply.refused',
      'replies.refused',
    ],
  ];
  test.each(wrong)('%s (%s)', async (_, id, over, checkId, setting) => {
    const { score, checks } = await run(await networkOf(id, over));
    expect(score).toBeLessThan(100);
    const check = checks.find((each) => each.id === checkId);
    expect(check).toMatchObject({ verdict: 'failed', settings: expect.arrayContaining([setting]) });
    expect(check?.advice).not.toBeNull();
  });

  test('where nothing is understood, every check of limits and habits names why', async () => {
    const id = await networkOf('affise', {
      signing: { kind: 'token', in: 'param', name: 'token' },
      source_addresses: ['198.51.100.7'],
      source_mode: 'enforce',
      hold_seconds: 60,
    });
    const { score, checks } = await run(id);
    expect(score).toBeLessThan(30);
    const tried = checks.filter(({ group, verdict }) => ['limits', 'habits'].includes(group) && verdict !== 'skipped');
    expect(tried.map(({ id: name }) => name)).toEqual(
      expect.arrayContaining(['habit.unlisted_address', 'limit.ceiling', 'limit.click_age', 'limit.hold']),
    );
    for (const check of tried) expect(check).toMatchObject({ verdict: 'failed', settings: ['signing'] });
  });

  test('a key that has run out and still opens is told', async () => {
    const id = await networkOf('cpx');
    const [row] = await core.kernel.read((db) => db.select().from(networks).where(eq(networks.id, id)));
    const network = row && withOpenKeys(core.kernel.secrets, row);
    const dialect = dialectOf('cpx');
    if (!network || !dialect) throw new Error('there is no such network');
    const check = await core.kernel.rehearse(async (rehearsal) => {
      const stage = await setStage(rehearsal, network);
      // As if it had not run out.
      const lax = { ...stage, rotate: (key: string, old: string) => stage.rotate(key, old, true) };
      return checkOldKey(sceneOf(lax, network, undefined, dialect, ORIGIN));
    });
    expect(check).toMatchObject({ verdict: 'failed', settings: ['signing'] });
  });

  test('the more is wrong, the lower', async () => {
    const one = await run(await networkOf('cpx', { status_map: { '1': 'approve' } }));
    const more = await run(await networkOf('cpx', { status_map: { '1': 'approve' }, currency: 'EUR' }));
    const all = await run(
      await networkOf('cpx', { signing: { ...cpx.signing, name: 'sig' } as NetworkSettings['signing'] }),
    );
    expect(more.score).toBeLessThan(one.score);
    expect(all.score).toBeLessThan(more.score);
  });

  test('only real calls can show that the secret is another: forged ones fail, one good one passes', async () => {
    const id = await networkOf('tapjoy');
    const [row] = await core.database.sql<{ slug: string }[]>`select slug from networks where id = ${id}`;
    const send = (rawQuery: string) =>
      receivePostback(core.kernel, row?.slug ?? '', {
        method: 'GET',
        rawQuery,
        rawBody: '',
        contentType: null,
        ip: null,
      });
    await send('snuid=c&id=1&currency=1&verifier=00000000000000000000000000000000');
    const find = (checks: ConformanceCheck[]) => checks.find((each) => each.id === 'setup.real_calls');
    expect(find((await run(id)).checks)).toMatchObject({
      verdict: 'failed',
      got: '0 of the last 1',
      settings: ['secret', 'signing'],
    });
    await send(`snuid=c&id=1&currency=1&verifier=${createHash('md5').update(`1:c:1:${SECRET}`).digest('hex')}`);
    expect(find((await run(id)).checks)).toMatchObject({ verdict: 'passed', got: '1 of the last 2' });
  });
});

describe('a test leaves nothing', () => {
  /** An offer of a network that is really called. */
  async function realOffer(slug: string): Promise<number> {
    const { offer_id: offerId } = await makeOffer(core);
    await core.database.sql`
      update offers set network_id = (select id from networks where slug = ${slug}) where id = ${offerId}`;
    return offerId;
  }

  test('in any table but its report', async () => {
    const { sql } = core.database;
    await stock(core, { amount: 5, count: 3 });
    const network = await makeNetwork(core);
    const offerId = await realOffer(network.slug);
    await complete(core, network, await makeUser(core), offerId);
    await makeClick(core, await makeUser(core), offerId);
    const id = await networkOf('bitlabs', { hold_seconds: 60 });

    const names = await sql<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
    const picture = async () => {
      const tables: Record<string, string> = {};
      for (const { name } of names) {
        const [row] = await sql<{ all: string }[]>`
          select coalesce(md5(string_agg(t::text, E'\n' order by t::text)), 'empty') as all from ${sql(name)} t`;
        tables[name] = row?.all ?? '';
      }
      return tables;
    };
    const before = await picture();
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['completions', 'audit_log', 'vouchers', 'postbacks']));
    expect((await run(id)).score).toBe(100);
    const { conformance_runs: report, ...rest } = await picture();
    const { conformance_runs: none, ...was } = before;
    expect(rest).toEqual(was);
    expect(report).not.toBe(none);
  });

  test('and keeps its report: newest first, with who asked', async () => {
    const id = await networkOf('cpx');
    const first = await run(id);
    const second = await run(id);
    const { runs } = await networkTests(core.kernel, id);
    expect(runs.map(({ test_id }) => test_id)).toEqual([second.test_id, first.test_id]);
    expect(runs[0]).toEqual(second);
    expect(runs[0]?.by).toBe(admin.name);
  });

  test('while real calls and other tests go on', async () => {
    const network = await makeNetwork(core);
    const offerId = await realOffer(network.slug);
    const id = await networkOf('bitlabs');
    const users = await Promise.all(Array.from({ length: 5 }, () => makeUser(core)));
    const [completed, ...runs] = await Promise.all([
      Promise.all(users.map((user) => complete(core, network, user, offerId))),
      run(id),
      run(id),
      run(id),
    ]);
    expect(completed).toHaveLength(5);
    expect(runs.map(({ score }) => score)).toEqual([100, 100, 100]);
  });

  test('and says so where there is no such network', async () => {
    await expect(run(999_999)).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' });
    await expect(networkTests(core.kernel, 999_999)).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' });
  });
});
