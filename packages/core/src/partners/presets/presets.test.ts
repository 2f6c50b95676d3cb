import { createHmac } from 'node:crypto';
import { type NetworkSettings, networkSettings } from '@inaam/contracts/networks/networks';
import { signatureHeader, signatureParam } from '@inaam/contracts/networks/signing';
import { describe, expect, test } from 'vitest';
import { buildPostback } from '../dialects/build-postback.ts';
import { createDialect } from '../dialects/preset-dialect.ts';
import { computeSignature } from '../dialects/sign.ts';
import type { Postback } from '../postbacks/parse.ts';
import { readPostback } from '../postbacks/read.ts';
import { aPostback } from '../postbacks/rules.fixture.ts';
import { toRules } from '../settings/settings.ts';
import { type ExamplePostback, type KnownNetwork, RECORDED_KEY } from './define-network.ts';
import { knownNetworks } from './presets.ts';

/**
 * Checks every known network against its example postbacks. The signatures were computed outside this code, so they
 * test both our verification and our test signer.
 */

const ORIGIN = 'https://app.example';
const NOT_SIGNED = { outcome: 'refused', reason: 'Signature not valid' };

/** The conversion that the documented queries report. */
const report = {
  kind: 'approve',
  clickId: 'c-1',
  transactionId: 't9',
  payout: '1.25',
  goalId: 'Level 5',
  userId: 'u-5',
} as const;

const getSettings = ({ preset }: KnownNetwork, { example }: ExamplePostback): NetworkSettings => ({
  ...preset.settings,
  ...example?.settings,
});

const getKey = ({ example }: ExamplePostback): string => example?.key ?? RECORDED_KEY;

function getUrl({ preset }: KnownNetwork, call: ExamplePostback): string {
  const path = `${ORIGIN}/postback/${preset.id}`;
  return preset.settings.signing.kind === 'path_secret' ? `${path}/${getKey(call)}` : path;
}

/** Builds an example postback as it is received. */
const toPostback = (known: KnownNetwork, call: ExamplePostback): Postback =>
  aPostback({
    method: call.body === undefined ? 'GET' : 'POST',
    rawUrl: getUrl(known, call),
    rawQuery: call.query ?? '',
    rawBody: call.body ?? '',
    contentType: call.contentType ?? null,
    headers: { ...call.headers },
    ...(call.ip !== undefined && { ip: call.ip }),
  });

function judge(known: KnownNetwork, call: ExamplePostback, sent = toPostback(known, call), key = getKey(call)) {
  const rules = toRules(getSettings(known, call), {
    signingSecret: key,
    previousSecret: null,
    previousUntil: null,
    isSecretLost: false,
  });
  // A network that signs with a private key has no shared secret. To test a wrong key, its public keys are left out.
  const keys = key === getKey(call) ? call.publicKeys : {};
  const publicKeys = call.publicKeys && { fetched_at: sent.receivedAt.toISOString(), keys };
  return readPostback({ ...rules, publicKeys: publicKeys ?? null }, sent);
}

/** Splits the signature from the query. */
function splitSignature({ preset }: KnownNetwork, query: string): { before: string; signature: string | null } {
  const name = signatureParam(preset.settings.signing);
  const parts = query.split('&');
  const at = parts.findIndex((part) => name !== null && part.startsWith(`${name}=`));
  if (at < 0) return { before: query, signature: null };
  return {
    before: parts.filter((_, index) => index !== at).join('&'),
    signature: new URLSearchParams(parts[at]).get(name ?? ''),
  };
}

/** Builds an example postback without any proof of its sender. */
function withoutSignature(known: KnownNetwork, call: ExamplePostback): Postback {
  const { signing } = known.preset.settings;
  const param = signatureParam(signing) ?? '';
  const inMultipart = new RegExp(`--[^\\r]*\\r\\n[^\\r]*name="${param}"\\r\\n\\r\\n[^\\r]*\\r\\n`);
  return {
    ...toPostback(known, call),
    rawUrl: `${ORIGIN}/postback/${known.preset.id}`,
    rawQuery: splitSignature(known, call.query ?? '').before,
    rawBody: (call.body ?? '').replace(inMultipart, ''),
    headers: {},
  };
}

test('has at least thirty networks with unique ids', () => {
  const ids = knownNetworks.map(({ preset }) => preset.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(30);
});

describe.each(knownNetworks.map((known) => [known.preset.id, known] as const))('%s', (id, known) => {
  const { preset, feed, examplePostbacks } = known;
  const calls = examplePostbacks.map((call) => [call.query ?? call.body, call] as const);

  test('has valid settings', () => {
    const ceiling = preset.settings.payout_ceiling;
    const rupees = ceiling === null ? null : ceiling / 100;
    expect(networkSettings.parse({ ...preset.settings, payout_ceiling: rupees })).toEqual(preset.settings);
  });

  test('names its sources, with the content of each and the day on which it was read', () => {
    for (const sources of feed === null ? [preset.sources] : [preset.sources, feed.sources]) {
      expect(sources.length).toBeGreaterThan(0);
      const pages = sources.map(({ title, url }) => url ?? title);
      expect(new Set(pages).size).toBe(pages.length);
      for (const { title, says, read } of sources) {
        expect(title).not.toBe('');
        expect(says).not.toBe('');
        expect(read).toMatch(/^2026-\d\d-\d\d$/);
      }
    }
  });

  test('lists unconfirmed facts, unless one of its sources is the vendor’s', () => {
    if (!preset.sources.some(({ trust }) => trust === 'vendor')) expect(preset.unconfirmed.length).toBeGreaterThan(0);
  });

  test('says where to paste the postback URL only if the vendor’s documents do', () => {
    if (preset.paste === null) return;
    expect(preset.paste.path.length).toBeGreaterThan(1);
    expect(preset.paste.source.trust).toBe('vendor');
  });

  test('has an example postback of a conversion', () => {
    expect(examplePostbacks.map((call) => call.expected.kind)).toContain('approve');
  });

  test.each(calls)('judges an example postback as documented: %s', (_, call) => {
    expect(judge(known, call)).toMatchObject(call.expected);
  });

  test.each(calls)('refuses an example postback if our stored key is a different one: %s', (_, call) => {
    const sent = toPostback(known, call);
    expect(judge(known, call, sent, 'another key')).toMatchObject(NOT_SIGNED);
  });

  test.each(calls)('refuses an example postback without its signature: %s', (_, call) => {
    expect(judge(known, call, withoutSignature(known, call))).toMatchObject(NOT_SIGNED);
  });

  const tampered = examplePostbacks.flatMap((call) =>
    call.tampered ? [[call.tampered.join(' → '), call] as const] : [],
  );
  test.each(tampered)('refuses a change of a signed value: %s', (_, call) => {
    const [from, to] = call.tampered ?? ['', ''];
    const query = call.query ?? '';
    expect(query).toContain(from);
    const sent = { ...toPostback(known, call), rawQuery: query.replace(from, to) };
    expect(judge(known, call, sent)).toMatchObject(NOT_SIGNED);
  });

  const signatures = examplePostbacks.flatMap((call) => {
    const header = signatureHeader(preset.settings.signing);
    const signature = header === null ? splitSignature(known, call.query ?? '').signature : call.headers?.[header];
    // An ECDSA signature contains a random number, so it cannot be computed again.
    return signature && preset.settings.signing.kind !== 'ecdsa' ? [[signature, call] as const] : [];
  });
  test.each(signatures)('computes the signature of an example postback: %s', (signature, call) => {
    const settings = getSettings(known, call);
    const { before } = splitSignature(known, call.query ?? '');
    const computed = computeSignature(settings.signing, getKey(call), {
      fields: [...new URLSearchParams(before)],
      encoding: known.postbackTemplate.encoding ?? 'rfc3986',
      url: settings.signed_url ?? getUrl(known, call),
      query: before,
      body: call.body ?? '',
    });
    expect(computed).toBe(signature);
  });

  const dialect = createDialect(known);
  const { payout } = preset.settings.params;
  const amounts = payout !== null && dialect.templates.approve?.includes(`${payout}=`) ? [[payout]] : [];
  test.each(amounts)('treats a negative %s as a reversal, whatever the status', (name) => {
    const target = { origin: ORIGIN, slug: id, secret: RECORDED_KEY, signedUrl: null };
    const sent = buildPostback(dialect, target, report, { edits: { set: { [name]: '-1.25' } } });
    const { method, url: rawUrl, query: rawQuery, body: rawBody, contentType, headers } = sent;
    const ip = preset.settings.source_addresses[0]?.split('/')[0] ?? null;
    const postback = aPostback({ method, rawUrl, rawQuery, rawBody, contentType, headers, ip });
    expect(judge(known, { expected: {} }, postback)).toMatchObject({ kind: 'reverse' });
  });

  const documented = examplePostbacks.flatMap((call) =>
    call.documentedQuery === undefined ? [] : [[call.documentedQuery, call] as const],
  );
  test.each(documented)('builds the example postback, byte for byte, from its documented query: %s', (_, call) => {
    const set = createDialect(known, { ...preset.settings, postback_query: call.documentedQuery ?? '' });
    const target = { origin: ORIGIN, slug: id, secret: RECORDED_KEY, signedUrl: null };
    expect(buildPostback(set, target, report)).toEqual({
      method: call.body === undefined ? 'GET' : 'POST',
      url: getUrl(known, call),
      query: call.query ?? '',
      headers: call.headers ?? {},
      body: call.body ?? '',
      contentType: call.contentType ?? null,
    });
  });
});

test('has a documented example query for each network except AdMob and Pollfish, which sign the current time', () => {
  const networksWithoutQuery = knownNetworks.filter(({ examplePostbacks }) =>
    examplePostbacks.every((call) => call.documentedQuery === undefined),
  );
  expect(networksWithoutQuery.map(({ preset }) => preset.id)).toEqual(['admob', 'pollfish']);
});

test('signs the fields of the Pollfish template, in base64', () => {
  const pollfish = knownNetworks.find(({ preset }) => preset.id === 'pollfish');
  if (!pollfish) throw new Error('the Pollfish preset does not exist');
  const { query } = buildPostback(
    createDialect(pollfish),
    { origin: ORIGIN, slug: 'pollfish', secret: RECORDED_KEY, signedUrl: null },
    report,
  );
  const sent = new URLSearchParams(query);
  const signed = 'cpa device_id request_uuid reward_name reward_value status reason timestamp tx_id'.split(' ');
  const text = signed.map((name) => sent.get(name)).join(':');
  expect(sent.get('signature')).toBe(createHmac('sha1', RECORDED_KEY).update(text).digest('base64'));
});
