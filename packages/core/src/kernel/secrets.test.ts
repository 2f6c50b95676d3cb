import { randomBytes } from 'node:crypto';
import { feedSaveInput } from '@inaam/contracts/networks/feed';
import { networkCreateInput } from '@inaam/contracts/networks/networks';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, signQuery } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSeed } from '../ledger/spins/seed.ts';
import { openCode } from '../ledger/vouchers/codes.ts';
import { testNetwork } from '../partners/conformance/run.ts';
import { previewFeed } from '../partners/feed/import.ts';
import { getFeed, saveFeed } from '../partners/feed/settings.ts';
import { getNetwork, listNetworks } from '../partners/networks/list.ts';
import { createNetwork, revealPostbackUrl, rotateSecret } from '../partners/networks/save.ts';
import { getPostback } from '../partners/postbacks/inbox.ts';
import { judgeStoredPostbacks } from '../partners/postbacks/judge-stored.ts';
import { receivePostback } from '../partners/postbacks/receive.ts';
import { rejudgeParked, replayPostbacks } from '../partners/postbacks/replay.ts';
import { feedPresets } from '../partners/presets/presets.ts';
import type { Services } from '../services.ts';
import { requireReadableSecrets, resealColumns } from './reseal.ts';
import { createSecretBox } from './secret-box.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const ORIGIN = 'http://localhost:3000';
const OLD = 'the old key of a network';
const KEY = 'the new key of a network';

const create = (input: object) => createNetwork(core.as(anyAdmin), networkCreateInput.parse(input));

/** Services of a process with other keys. */
const withKeys = (...keys: Uint8Array[]): Services => ({ ...core.services, secrets: createSecretBox(keys) });

/** Returns the networks, postbacks and audit entries as a dump of the database shows them. */
async function dumpRows(): Promise<string> {
  const rows = await core.database.sql`
    select row_to_json(n)::text as line from networks n union all select row_to_json(p)::text from postbacks p
    union all select row_to_json(a)::text from audit_entries a`;
  return rows.map((row) => String(row['line'])).join('\n');
}

const rawPostback = (rawQuery: string, more: object = {}) => ({
  method: 'GET',
  rawQuery,
  rawBody: '',
  contentType: null,
  ip: '198.51.100.7',
  ...more,
});

describe('stored secrets', () => {
  test('of networks and feeds do not appear in a database dump', async () => {
    const { network_id: id } = await create({ preset: 'cpx', slug: 'dumped', secret: OLD });
    await rotateSecret(core.as(anyAdmin), { network_id: id, secret: KEY, overlap_hours: 1 });
    const settings = feedPresets[0]?.settings;
    await saveFeed(core.as(anyAdmin), feedSaveInput.parse({ network_id: id, settings, secret: 'the feed secret' }));
    const text = await dumpRows();
    for (const secret of [OLD, KEY, 'the feed secret']) expect(text).not.toContain(secret);
    expect(await getNetwork(core.services, id)).toMatchObject({
      secret_hint: '••••work',
      previous_secret: { hint: '••••work' },
      is_secret_lost: false,
    });
    expect(await getFeed(core.services, id)).toMatchObject({ secret_hint: '••••cret', is_secret_lost: false });
  });

  test.each([
    ['a secret path', { kind: 'path_secret' }, { rawUrl: `${ORIGIN}/postback/SLUG/pathsecretpath` }, 'pathsecretpath'],
    [
      'a token in the query',
      { kind: 'token', in: 'param', name: 'pw' },
      { rawQuery: 'click=c&pw=querysecretquery' },
      'querysecretquery',
    ],
    [
      'a token in the body',
      { kind: 'token', in: 'param', name: 'pw' },
      { method: 'POST', rawQuery: '', rawBody: 'click=c&pw=bodysecretbody' },
      'bodysecretbody',
    ],
    [
      'a token in a header',
      { kind: 'token', in: 'header', name: 'X-Pw' },
      { headers: { 'x-pw': 'headersecretheader' }, rawQuery: 'click=c' },
      'headersecretheader',
    ],
  ])(
    'in postbacks (%s) do not appear in a dump; the postback is still processed, replayed and shown masked',
    async (_, signing, sent, secret) => {
      const slug = `at-rest-${randomBytes(3).toString('hex')}`;
      await create({ preset: 'ogads', slug, signing, secret, params_in: 'either', params: { click_id: 'click' } });
      const raw = rawPostback('click=c', {
        ...sent,
        ...('rawUrl' in sent && { rawUrl: sent.rawUrl?.replace('SLUG', slug) }),
      });
      expect(await receivePostback(core.services, slug, raw)).toMatchObject({
        outcome: 'parked',
        reason: 'Click not found',
      });
      expect(await dumpRows()).not.toContain(secret);
      // Simulates a process that crashed after it had stored the postback and before it had judged it.
      await core.database.sql`
      update postbacks set outcome = null, reason = null, received_at = now() - interval '1 minute' where slug = ${slug}`;
      await judgeStoredPostbacks(core.services);
      const [row] = await core.database.sql`select id, reason from postbacks where slug = ${slug}`;
      expect(row?.['reason']).toBe('Click not found');
      const report = await replayPostbacks(core.as(anyAdmin), {
        postback_id: Number(row?.['id']),
        outcome: 'all',
        kind: 'all',
        dateRange: 'all',
        alerts: false,
        after: 0,
        limit: 1,
      });
      expect(report.changed).toEqual([]);
      const shown = JSON.stringify(await getPostback(core.services, Number(row?.['id'])));
      expect(shown).not.toContain(secret);
      expect(shown).toContain('••••');
      const lost = withKeys(new Uint8Array(randomBytes(32)));
      const masked = JSON.stringify(await getPostback(lost, Number(row?.['id'])));
      expect(masked).not.toContain(secret);
      expect(masked).not.toContain('sealed:v1:');
    },
  );

  test('are distinguished from an unsealed body that looks sealed, which is shown unchanged', async () => {
    const network = await makeNetwork(core);
    const body = `sealed:v1:${'0'.repeat(8)}:AAAA`;
    await receivePostback(
      core.services,
      network.slug,
      rawPostback(signQuery(network, { click_id: 'c' }), { rawBody: body }),
    );
    const [row] = await core.database.sql`select id from postbacks where slug = ${network.slug}`;
    expect((await getPostback(core.services, Number(row?.['id']))).body).toBe(body);
  });
});

test('rejects a value that is not sealed, and names its column', async () => {
  const ownCore = await createTestCore();
  try {
    const { sql } = ownCore.database;
    const network = await makeNetwork(ownCore);
    const [{ id } = { id: 0 }] = await sql<{ id: number }[]>`select id from networks where slug = ${network.slug}`;
    await sql`update networks set signing_secret = 'in the clear' where id = ${id}`;
    const unsealed = 'networks.signing_secret holds a value that is not sealed';
    await expect(getNetwork(ownCore.services, id)).rejects.toThrow(unsealed);
    await expect(resealColumns(ownCore.services)).rejects.toThrow(unsealed);
    const clear = new Uint8Array(32).fill(1);
    expect(() => openSeed(ownCore.services.secrets, clear, clear)).toThrow(
      'completions.seed holds a value that is not sealed',
    );
    expect(() => openCode(ownCore.services.secrets, 'IN-THE-CLEAR', 5_00)).toThrow(
      'vouchers.code holds a value that is not sealed',
    );
  } finally {
    await ownCore.close();
  }
});

test('does not open a secret copied from another network', async () => {
  const [one, other] = [await makeNetwork(core), await makeNetwork(core)];
  await core.database.sql`
    update networks set signing_secret = (select signing_secret from networks where slug = ${one.slug})
    where slug = ${other.slug}`;
  const answer = await receivePostback(
    core.services,
    other.slug,
    rawPostback(signQuery(one, { click_id: 'c', status: 'x' })),
  );
  expect(answer).toMatchObject({ outcome: 'parked', reason: 'The key of this network cannot be opened' });
  await core.database.sql`delete from postbacks where slug = ${other.slug}`;
  await core.database.sql`delete from networks where slug = ${other.slug}`;
});

describe('SECRETS_KEY', () => {
  test('is rotated without losing a postback, and the old key can be removed after resealing', async () => {
    const [first, second] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))];
    const ownCore = await createTestCore();
    const servicesWith = (...keys: Uint8Array[]): Services => ({ ...ownCore.services, secrets: createSecretBox(keys) });
    try {
      const network = await makeNetwork({ database: ownCore.database, services: servicesWith(first) });
      const judge = (services: Services) =>
        receivePostback(
          services,
          network.slug,
          rawPostback(signQuery(network, { click_id: 'c', transaction_id: 't', status: 'approved' })),
        );
      expect(await judge(servicesWith(second, first))).toMatchObject({ reason: 'Click not found' });
      const lost = await resealColumns(servicesWith(second));
      expect(lost).toEqual({ count: 0, lost: new Map([['networks.signing_secret', 1]]) });
      expect(() => requireReadableSecrets(lost)).toThrow('SECRETS_KEY does not open 1 signing secrets of networks');
      expect(await resealColumns(servicesWith(second, first))).toEqual({ count: 1, lost: new Map() });
      expect(await judge(servicesWith(second))).toMatchObject({ reason: 'Click not found' });
      expect(await judge(servicesWith(first))).toMatchObject({ reason: 'The key of this network cannot be opened' });
    } finally {
      await ownCore.close();
    }
  });

  test('if lost, leaves postbacks parked until it is restored or the network’s secret is entered again', async () => {
    const network = await makeNetwork(core);
    const { offer_id } = await makeOffer(core);
    const lost = withKeys(new Uint8Array(randomBytes(32)));
    const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${network.slug}`;
    const id = row?.id ?? 0;
    await core.database.sql`update offers set network_id = ${id} where id = ${offer_id}`;
    const send = async () => {
      const clickId = await makeClick(core, await makeUser(core), offer_id);
      const query = signQuery(network, { click_id: clickId, transaction_id: clickId, status: 'approved' });
      expect(await receivePostback(lost, network.slug, rawPostback(query))).toMatchObject({
        outcome: 'parked',
        forged: false,
      });
      return clickId;
    };
    const findCompletions = (clickId: string) =>
      core.database
        .sql`select 1 from completion_states c join clicks k on k.id = c.click_id where k.click_id = ${clickId}`;

    expect(await getNetwork(lost, id)).toMatchObject({ is_secret_lost: true, secret_hint: '••••' });
    const findListed = async (services: Services) =>
      (await listNetworks(services)).networks.find(({ network_id }) => network_id === id);
    expect(await findListed(lost)).toMatchObject({ is_secret_lost: true });
    expect(await findListed(core.services)).toMatchObject({ is_secret_lost: false });
    // The list of networks contains no secret, neither sealed nor opened.
    expect(await findListed(lost)).not.toHaveProperty('signing_secret');
    await expect(testNetwork({ ...lost, actor: anyAdmin }, id)).rejects.toMatchObject({ code: 'SECRET_LOST' });
    const one = await send();
    await rejudgeParked({ ...lost, actor: anyAdmin });
    expect(await findCompletions(one)).toEqual([]);
    // The key is restored.
    await rejudgeParked(core.as(anyAdmin));
    expect(await findCompletions(one)).toHaveLength(1);

    const two = await send();
    // The key is lost permanently, and the secret is entered again.
    await rotateSecret({ ...lost, actor: anyAdmin }, { network_id: id, secret: network.secret, overlap_hours: 24 });
    expect(await findCompletions(two)).toHaveLength(1);
    expect(await getNetwork(lost, id)).toMatchObject({ is_secret_lost: false, previous_secret: null });
  });

  test('if lost, leads to the error SECRET_LOST for a network and a feed', async () => {
    const { network_id: id } = await create({ preset: 'ogads', slug: 'ours-lost' });
    const settings = feedPresets[0]?.settings;
    await saveFeed(core.as(anyAdmin), feedSaveInput.parse({ network_id: id, settings, secret: 'of the feed' }));
    const lost = withKeys(new Uint8Array(randomBytes(32)));
    await expect(revealPostbackUrl({ ...lost, actor: anyAdmin }, id)).rejects.toMatchObject({
      code: 'SECRET_LOST',
    });
    await expect(previewFeed(lost, id)).rejects.toMatchObject({ code: 'SECRET_LOST' });
    expect(await getFeed(lost, id)).toMatchObject({ is_secret_lost: true });
  });
});
