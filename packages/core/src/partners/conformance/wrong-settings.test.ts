import { createHash } from 'node:crypto';
import type { ConformanceCheck, ConformanceRun } from '@inaam/contracts/networks/conformance';
import { type NetworkSettings } from '@inaam/contracts/networks/networks';
import { networks } from '@inaam/db/schema/networks';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeAdmin } from '@inaam/testing/factories/identity';
import { takeSample } from '@inaam/testing/sampling';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../kernel/actor.ts';
import { openNetworkSecrets } from '../../kernel/network-secrets.ts';
import { createDialect } from '../dialects/preset-dialect.ts';
import { receivePostback } from '../postbacks/receive.ts';
import { cpx as cpxNetwork } from '../presets/cpx.ts';
import { createCheckContext } from './check-context.ts';
import { checkExpiredKey } from './check-habits.ts';
import {
  getPresetSettings,
  makePresetNetwork as make,
  ORIGIN,
  runConformanceTest,
  SECRET,
} from './conformance.fixture.ts';
import { createHarness } from './harness.ts';

let core: TestCore;
let admin: Actor;
beforeAll(async () => {
  core = await createTestCore();
  admin = await makeAdmin(core);
});
afterAll(() => core.close());

const makePresetNetwork = (preset: string, over?: Partial<NetworkSettings>) => make(core, admin, preset, over);
const run = (networkId: number) => runConformanceTest(core, admin, networkId);

describe('a wrong setting lowers the score, and a failed check names the setting', () => {
  const bitlabs = getPresetSettings('bitlabs');
  const cpx = getPresetSettings('cpx');
  const affise = getPresetSettings('affise');
  const wrong: [string, string, Partial<NetworkSettings>, string, string][] = [
    [
      'a status word means the opposite',
      'cpx',
      { status_map: { '1': 'reverse', '2': 'approve' } },
      'word.approve',
      'status_map',
    ],
    [
      'a status word means pending, so that nothing is held',
      'cpx',
      { status_map: { '1': 'pending', '2': 'reverse' }, hold_seconds: 3600 },
      'limit.hold',
      'status_map',
    ],
    ['a status word is missing', 'cpx', { status_map: { '1': 'approve' } }, 'word.reverse', 'status_map'],
    [
      'a pending postback counts',
      'affise',
      { status_map: { ...affise.status_map, '2': 'approve' } },
      'word.pending',
      'status_map',
    ],
    [
      'a pending postback is ignored',
      'affise',
      { status_map: { ...affise.status_map, '2': 'ignore' } },
      'habit.pending_first',
      'status_map',
    ],
    ['a test postback counts', 'theoremreach', { status_rules: [] }, 'word.ignore', 'status_rules'],
    ['a reversal counts as a conversion', 'ayet', { status_rules: [] }, 'word.reverse', 'status_rules'],
    [
      'a reversal after its conversion is not recognised',
      'ayet',
      { status_rules: [] },
      'habit.late_reversal',
      'status_rules',
    ],
    [
      'a reversal before its conversion is not recognised',
      'ayet',
      { status_rules: [] },
      'habit.wrong_order',
      'status_rules',
    ],
    [
      'the status of a reversal is not mapped',
      'cpx',
      { status_map: { '1': 'approve' } },
      'habit.wrong_order',
      'status_map',
    ],
    [
      'the click is read from another parameter',
      'cpx',
      { params: { ...cpx.params, click_id: 'subid_2' } },
      'word.approve',
      'params.click_id',
    ],
    [
      'the transaction is read from another parameter',
      'cpx',
      { params: { ...cpx.params, transaction_id: 'transaction' } },
      'fact.transaction',
      'params.transaction_id',
    ],
    [
      'no transaction is read',
      'cpx',
      { params: { ...cpx.params, transaction_id: null } },
      'fact.transaction',
      'params.transaction_id',
    ],
    [
      'points are read as the payout',
      'adgem',
      { params: { ...getPresetSettings('adgem').params, payout: 'amount' } },
      'fact.payout',
      'params.payout',
    ],
    [
      'points are read as the payout, and the network reports no payout',
      'tapjoy',
      { params: { ...getPresetSettings('tapjoy').params, payout: 'currency' } },
      'setup.points',
      'params.payout',
    ],
    [
      'the user’s reward is read as the payout, and the network reports no payout',
      'pubscale',
      { params: { ...getPresetSettings('pubscale').params, payout: 'value' } },
      'setup.points',
      'params.payout',
    ],
    [
      'the payout is read from another parameter, so the ceiling has no effect',
      'cpx',
      { params: { ...cpx.params, payout: 'sum' } },
      'limit.ceiling',
      'params.payout',
    ],
    [
      'the payout is read from another parameter, so a changed payout is not noticed',
      'adgem',
      { params: { ...getPresetSettings('adgem').params, payout: 'sum' } },
      'habit.other_payout',
      'params.payout',
    ],
    [
      'the goal is read from another parameter',
      'adgem',
      { params: { ...getPresetSettings('adgem').params, goal_id: 'goal' } },
      'fact.goal',
      'params.goal_id',
    ],
    [
      'the status is read from another parameter',
      'cpx',
      { params: { ...cpx.params, status: 'state' } },
      'word.approve',
      'params.status',
    ],
    [
      'the signature has another formula',
      'cpx',
      { signing: { ...cpx.signing, template: '{trans_id}.{secret}' } as NetworkSettings['signing'] },
      'word.approve',
      'signing',
    ],
    [
      'the signature has a formula without the transaction',
      'tapjoy',
      {
        signing: { ...getPresetSettings('tapjoy').signing, template: '{snuid}:{secret}' } as NetworkSettings['signing'],
        click_window_seconds: 86_400,
        payout_ceiling: 5000,
      },
      'habit.repeats',
      'signing',
    ],
    [
      'the signature uses another digest',
      'bitlabs',
      { signing: { ...bitlabs.signing, algorithm: 'sha256' } as NetworkSettings['signing'] },
      'habit.burst',
      'signing',
    ],
    [
      'no signature is required',
      'cpx',
      { signing: { kind: 'path_secret' }, click_window_seconds: 86_400 },
      'habit.wrong_signature',
      'signing',
    ],
    [
      'the signature covers another text, in the check of a wrong clock',
      'bitlabs',
      { signing: { ...bitlabs.signing, over: 'query' } as NetworkSettings['signing'] },
      'habit.clock_off',
      'signing',
    ],
    [
      'the signature covers another text, in the check of a key rotation',
      'bitlabs',
      { signing: { ...bitlabs.signing, over: 'query' } as NetworkSettings['signing'] },
      'habit.key_rotation',
      'signing',
    ],
    [
      'an unknown status counts',
      'keitaro',
      { status_map: { ...getPresetSettings('keitaro').status_map, 'no-such-word': 'approve' } },
      'habit.garbage',
      'status_map',
    ],
    [
      'the currency differs from the currency in the postback',
      'affise',
      { currency: 'EUR' },
      'word.approve',
      'currency',
    ],
    [
      'the currency is wrong, and postbacks name no currency',
      'bitlabs',
      { currency: 'EUR' },
      'setup.currency',
      'currency',
    ],
    ['the rate was left at 1', 'bitlabs', { rate: 1 }, 'setup.rate', 'rate'],
    ['an inactive network', 'bitlabs', { is_active: false }, 'setup.active', 'is_active'],
    ['a rate with a missing digit', 'bitlabs', { rate: 8.8 }, 'setup.rate', 'rate'],
    [
      'the postback URL has macros in single braces, but the network expects double braces',
      'monlix',
      {
        postback_query:
          'userId={userId}&subId={subId}&transactionId={transactionId}&payout={payout}&status={status}&secretKey={{secretKey}}',
      },
      'word.approve',
      'postback_query',
    ],
    [
      'the postback URL requests the tracker’s click id instead of ours',
      'keitaro',
      {
        postback_query:
          'external_id={subid}&transaction={subid}-{tid}&tid={tid}&payout={revenue}&currency={currency}&status={status}',
      },
      'word.approve',
      'postback_query',
    ],
    [
      'numbers are mapped instead of the network’s status words',
      'adgate',
      { status_map: { '': 'approve', '1': 'approve', '0': 'reverse' } },
      'word.reverse',
      'status_map',
    ],
    ['a free step that counts', 'bitlabs', { status_rules: [] }, 'word.ignore', 'status_rules'],
    ['a test that counts', 'revtoo', { status_rules: [] }, 'word.ignore', 'status_rules'],
    ['a chargeback that pays', 'offertoro', { status_rules: [] }, 'word.reverse', 'status_rules'],
    [
      'the link has the click id in a parameter that the network does not return',
      'adgate',
      { click_param: 'aff_sub' },
      'word.approve',
      'click_param',
    ],
    ['the link has no user parameter', 'adgate', { link_params: {} }, 'setup.link_user', 'link_params'],
    [
      'a known source address of the network is not allowed',
      'kiwiwall',
      { source_addresses: ['198.51.100.7'], source_mode: 'enforce' },
      'setup.addresses',
      'source_addresses',
    ],
    ['a reply that the network does not accept', 'kiwiwall', { replies: {} }, 'reply.document', 'replies.approved'],
    [
      'a reply that makes the network resend the postback',
      'tapjoy',
      { replies: {} },
      'reply.unknown_click',
      'replies.unknown_click',
    ],
    ['parameters of the body are read from the query', 'revtoo', { params_in: 'query' }, 'word.approve', 'params_in'],
    [
      'a postback URL that misses a parameter',
      'cpx',
      { postback_query: 'trans_id={trans_id}&subid_1={subid_1}' },
      'setup.postback_query',
      'postback_query',
    ],
    [
      'a conversion is answered with a failure',
      'cpx',
      { replies: { approved: { status: 500, body: '', type: 'text/plain' } } },
      'reply.approved',
      'replies.approved',
    ],
    [
      'a forgery is answered with success',
      'cpx',
      { replies: { forged: { status: 200, body: '', type: 'text/plain' } } },
      'reply.forged',
      'replies.forged',
    ],
    [
      'a reply that is not JSON',
      'cpx',
      { replies: { refused: { status: 400, body: '{reason}', type: 'application/json' } } },
      'reply.refused',
      'replies.refused',
    ],
  ];
  // Cases with the same settings share one run.
  const runs = new Map<string, Promise<ConformanceRun>>();
  const runWith = (preset: string, over: Partial<NetworkSettings>) => {
    const key = JSON.stringify([preset, over]);
    const running = runs.get(key) ?? makePresetNetwork(preset, over).then(run);
    runs.set(key, running);
    return running;
  };
  test.each(takeSample(wrong, 10))('%s (%s)', async (_, id, over, checkId, setting) => {
    const { score, checks } = await runWith(id, over);
    expect(score).toBeLessThan(100);
    const check = checks.find((each) => each.id === checkId);
    expect(check).toMatchObject({ verdict: 'failed', settings: expect.arrayContaining([setting]) });
    expect(check?.advice).not.toBeNull();
  });

  test('names the wrong setting in every check of limits and habits if no postback can be read', async () => {
    const id = await makePresetNetwork('affise', {
      signing: { kind: 'token', in: 'param', name: 'token' },
      source_addresses: ['198.51.100.7'],
      source_mode: 'enforce',
      hold_seconds: 60,
    });
    const { score, checks } = await run(id);
    expect(score).toBeLessThan(30);
    const applicable = checks.filter(
      ({ group, verdict }) => ['limits', 'habits'].includes(group) && verdict !== 'skipped',
    );
    expect(applicable.map(({ id: name }) => name)).toEqual(
      expect.arrayContaining(['habit.unlisted_address', 'limit.ceiling', 'limit.click_age', 'limit.hold']),
    );
    for (const check of applicable) expect(check).toMatchObject({ verdict: 'failed', settings: ['signing'] });
  });

  test('reports that an expired key is still accepted', async () => {
    const id = await makePresetNetwork('cpx');
    const [row] = await core.kernel.read((db) => db.select().from(networks).where(eq(networks.id, id)));
    const network = row && openNetworkSecrets(core.services.secrets, row);
    if (!network) throw new Error('the network does not exist');
    const check = await core.kernel.rehearse(async (rehearsal) => {
      const harness = await createHarness({ kernel: rehearsal, secrets: core.services.secrets }, network);
      // This harness never lets the previous key expire.
      const laxHarness = { ...harness, rotate: (key: string, old: string) => harness.rotate(key, old, true) };
      return checkExpiredKey(createCheckContext(laxHarness, network, undefined, createDialect(cpxNetwork), ORIGIN));
    });
    expect(check).toMatchObject({ verdict: 'failed', settings: ['signing'] });
  });

  test('lowers the score further with a second wrong setting, and most if no postback can be verified', async () => {
    const one = await run(await makePresetNetwork('cpx', { status_map: { '1': 'approve' } }));
    const more = await run(await makePresetNetwork('cpx', { status_map: { '1': 'approve' }, currency: 'EUR' }));
    const all = await run(
      await makePresetNetwork('cpx', { signing: { ...cpx.signing, name: 'sig' } as NetworkSettings['signing'] }),
    );
    expect(more.score).toBeLessThan(one.score);
    expect(all.score).toBeLessThan(more.score);
  });

  test('lowers the score for an unmapped status in a real postback, and names the status', async () => {
    const id = await makePresetNetwork('adgate', { source_addresses: [] });
    const [row] = await core.database.sql<{ slug: string }[]>`select slug from networks where id = ${id}`;
    const slug = row?.slug ?? '';
    const find = (checks: ConformanceCheck[]) => checks.find((each) => each.id === 'setup.real_words');
    expect(find((await run(id)).checks)).toMatchObject({ verdict: 'skipped' });
    const send = (state: string) =>
      receivePostback(core.services, slug, {
        method: 'GET',
        rawUrl: `${ORIGIN}/postback/${slug}/${SECRET}`,
        rawQuery: `s2=c&conversion_id=${state}&payout=1&state=${state}`,
        rawBody: '',
        contentType: null,
        ip: null,
      });
    await send('screened');
    const { score, checks } = await run(id);
    expect(score).toBeLessThan(100);
    expect(find(checks)).toMatchObject({ verdict: 'failed', got: '0 of 1', settings: ['status_map'] });
    expect(find(checks)?.advice).toContain('state "screened" is not mapped');
  });

  test('checks the secret with real postbacks: fails if all are forged, passes if one is valid', async () => {
    const id = await makePresetNetwork('tapjoy');
    const [row] = await core.database.sql<{ slug: string }[]>`select slug from networks where id = ${id}`;
    const send = (rawQuery: string) =>
      receivePostback(core.services, row?.slug ?? '', {
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
