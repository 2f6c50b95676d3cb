import { networkCreateInput, networkUpdateInput } from '@inaam/contracts/networks/networks';
import { networks } from '@inaam/db/schema/networks';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNetworkSecrets } from '../../kernel/network-secrets.ts';
import { maskPostback } from '../postbacks/mask.ts';
import { receivePostback } from '../postbacks/receive.ts';
import { aNetwork } from '../postbacks/rules.fixture.ts';
import { presets } from '../presets/presets.ts';
import { getNetwork, listNetworks } from './list.ts';
import { createNetwork, revealPostbackUrl, rotateSecret, updateNetwork } from './save.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const ORIGIN = 'http://localhost:3000';
const create = (input: object) => createNetwork(core.as(anyAdmin), networkCreateInput.parse(input));
/** Reads a network's row with decrypted keys. */
async function readNetwork(id: number) {
  const [row] = await core.kernel.read((db) => db.select().from(networks).where(eq(networks.id, id)));
  if (!row) throw new Error('the network does not exist');
  return openNetworkSecrets(core.services.secrets, row);
}
const listAuditLines = () =>
  core.database.sql<{ line: string }[]>`select concat(before, after, note) as line from audit_entries`;

test.each(presets.map((preset) => [preset.id, preset] as const))(
  'creates a network from only the preset %s, and a secret if the network issues it',
  async (id, { secret }) => {
    const view = await create({ preset: id, ...(secret === 'pasted' ? { secret: 'pasted-by-the-admin' } : {}) });
    const { signingSecret } = await readNetwork(view.network_id);
    expect(view).toMatchObject({ slug: id, preset: id, is_active: true });
    expect(view.postback_url).toContain(`${ORIGIN}/postback/${id}`);
    expect(JSON.stringify(view)).not.toContain(signingSecret);
    expect((await getNetwork(core.services, view.network_id)).postback_url).toBe(view.postback_url);
    expect((await listAuditLines()).some(({ line }) => line.includes(signingSecret))).toBe(false);
  },
);

test('refuses an unknown preset and a missing setting, naming the field, and refuses a taken slug', async () => {
  await expect(create({ preset: 'unknown' })).rejects.toMatchObject({ code: 'BAD_INPUT', field: 'preset' });
  await expect(create({ preset: 'bitlabs', slug: 'other' })).rejects.toMatchObject({ field: 'secret' });
  await expect(create({ slug: 'bare' })).rejects.toMatchObject({ field: 'name' });
  await expect(create({ preset: 'bitlabs', secret: 'long enough' })).rejects.toMatchObject({
    code: 'NETWORK_SLUG_TAKEN',
  });
  await expect(create({ preset: 'ogads', slug: 'loose', payout_ceiling: null })).rejects.toMatchObject({
    field: 'payout_ceiling',
  });
});

test.each([
  ['slug', 'Two Words'],
  ['currency', 'dollars'],
  ['rate', 0],
  ['rate', 1.0000001],
  ['source_addresses', ['here']],
  ['source_addresses', ['198.51.100.0/33']],
  ['signing', { kind: 'hash', algorithm: 'md5', template: '{a}', in: 'param', name: 'h' }],
  ['signing', { kind: 'hash', algorithm: 'md5', template: '{secret}', in: 'param', name: 'h' }],
  ['signing', { kind: 'rot13' }],
  ['status_map', { 1: 'pay' }],
  ['signed_url', 'not a url'],
  ['hold_seconds', -1],
])('refuses %s with the value %j', (field, value) => {
  const parsed = networkUpdateInput.safeParse({ network_id: 1, [field]: value });
  expect(parsed.error?.issues[0]?.path[0]).toBe(field);
});

test('changes only the given settings, and records them in the audit log', async () => {
  const { network_id } = await create({ preset: 'cpx', slug: 'cpx-2', secret: 'a pasted secret' });
  const before = await readNetwork(network_id);
  const update = (input: object) =>
    updateNetwork(core.as(anyAdmin), networkUpdateInput.parse({ network_id, ...input }));
  expect(await update({ rate: 90.5, hold_seconds: 60 })).toMatchObject({ rate: 90.5, hold_seconds: 60 });
  const after = await readNetwork(network_id);
  const changed = { rateMicros: 90_500_000n, holdSeconds: 60, version: before.version + 1 };
  expect(after).toEqual({ ...before, ...changed, updatedAt: after.updatedAt });
  const [entry] = await core.database.sql`select before, after from audit_entries where action = 'networks.update'`;
  expect(entry).toEqual({ before: { rate: 88, hold_seconds: 0 }, after: { rate: 90.5, hold_seconds: 60 } });
  await expect(update({ slug: 'cpx' })).rejects.toMatchObject({ code: 'NETWORK_SLUG_TAKEN' });
});

test('keeps the old secret for the overlap after a rotation, and records each reveal of the postback URL', async () => {
  const { network_id } = await create({ preset: 'ogads', slug: 'ogads-2' });
  const before = await readNetwork(network_id);
  await rotateSecret(core.as(anyAdmin), { network_id, overlap_hours: 48 });
  const rotated = await readNetwork(network_id);
  expect(rotated.previousSecret).toBe(before.signingSecret);
  expect(rotated.signingSecret).not.toBe(before.signingSecret);
  expect((rotated.previousUntil?.getTime() ?? 0) - Date.now()).toBeGreaterThan(47 * 3_600_000);
  const shown = await revealPostbackUrl(core.as(anyAdmin), network_id);
  expect(shown.postback_url).toContain(`/postback/ogads-2/${rotated.signingSecret}?`);
  expect(await core.database.sql`select 1 from audit_entries where action = 'networks.reveal_url'`).toHaveLength(1);
  await rotateSecret(core.as(anyAdmin), { network_id, overlap_hours: 0 });
  const now = await readNetwork(network_id);
  expect([now.previousSecret, now.previousUntil]).toEqual([null, null]);
});

test('lists every network, and counts postbacks to unknown slugs', async () => {
  const list = await listNetworks(core.services);
  expect(list.networks.length).toBeGreaterThanOrEqual(presets.length);
  expect(JSON.stringify(list.networks)).not.toContain('pasted-by-the-admin');
  const raw = { method: 'GET', rawQuery: '', rawBody: '', contentType: null, ip: null };
  for (const slug of ['mistyped', 'other', 'mistyped']) await receivePostback(core.services, slug, raw);
  expect((await listNetworks(core.services)).unknown_slugs).toEqual([
    { slug: 'mistyped', postbacks: 2, last_postback_at: expect.any(String) },
    { slug: 'other', postbacks: 1, last_postback_at: expect.any(String) },
  ]);
});

describe('masking a postback for display', () => {
  const base = {
    rawUrl: `${ORIGIN}/postback/net`,
    rawQuery: '',
    rawBody: '',
    bodyEncoding: 'text',
    headers: {},
  } as const;
  const secret = 'k3y of/ours+1';
  test.each([
    ['a token parameter', { rawQuery: `a=1&token=${encodeURIComponent(secret)}&b=2` }],
    ['a wrong token', { rawQuery: 'a=1&token=k3y%20of/ours+2&b=2' }],
    ['the secret in the path', { rawUrl: `${ORIGIN}/postback/net/${encodeURIComponent(secret)}` }],
    ['the secret in a parameter with any name', { rawQuery: `x=${secret}` }],
    ['secrets in a JSON body', { rawBody: `{"password":"k3y of/ours+2","a":"${secret}"}` }],
    ['secrets in a form', { rawBody: 'a=1&secretKey=k3y%20of/ours+2' }],
    ['secrets in headers', { headers: { 'x-api-key': 'k3y of/ours+2', 'x-other': secret } }],
  ])('hides %s', (_, sent) => {
    const shown = JSON.stringify(maskPostback(aNetwork({ signingSecret: secret }), { ...base, ...sent }));
    expect(decodeURIComponent(shown.replaceAll('%', '%25').replaceAll('%25', '%'))).not.toContain('k3y');
    expect(shown).toContain('••••');
  });
  test('shows a parameter that is not secret, even if its name is token', () => {
    const settings = aNetwork({
      signing: {
        kind: 'hash',
        algorithm: 'md5',
        template: '{token}{secret}',
        fields: 'raw',
        in: 'param',
        name: 'hash',
        encoding: 'hex',
      },
      params: { ...aNetwork().params, transaction_id: 'token' },
    });
    expect(maskPostback(settings, { ...base, rawQuery: 'token=t1&hash=abc' }).query).toBe('token=t1&hash=abc');
  });
});

test('refuses a change based on an older version; a feed check or fetched keys make no new version', async () => {
  const { network_id, version } = await create({ preset: 'ogads', slug: 'versioned' });
  const change = (input: object) =>
    updateNetwork(core.as(anyAdmin), networkUpdateInput.parse({ network_id, ...input }));
  const renamed = await change({ version, name: 'Renamed' });
  expect(renamed.version).toBeGreaterThan(version);
  await expect(change({ version, name: 'Late' })).rejects.toMatchObject({ code: 'VERSION_CHANGED' });
  await core.database.sql`update networks set feed_checked_at = now(), public_keys = '{}' where id = ${network_id}`;
  expect(await change({ version: renamed.version, name: 'Again' })).toMatchObject({ name: 'Again' });
  expect(await change({ name: 'Last one wins' })).toMatchObject({ name: 'Last one wins' });
});
