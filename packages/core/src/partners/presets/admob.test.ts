import { createSign, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildPostback } from '../dialects/build-postback.ts';
import { createDialect } from '../dialects/preset-dialect.ts';
import { NO_PUBLIC_KEYS, readPostback } from '../postbacks/read.ts';
import { aPostback } from '../postbacks/rules.fixture.ts';
import { toRules } from '../settings/settings.ts';
import { admob } from './admob.ts';

/**
 * Tests AdMob's server-side verification. Test keys sign the postbacks as Google's page on manual verification
 * describes.
 */

const google = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const otherPair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

const RECEIVED = new Date('2026-11-01T10:00:00Z');
const query = [
  'ad_network=5450213213286189855&ad_unit=2747237135&custom_data=c-1&reward_amount=5&reward_item=Reward',
  `timestamp=${RECEIVED.getTime() - 2000}&transaction_id=18fa792de1bca816048293fc71035638&user_id=u`,
].join('&');
const sign = (text: string, key = google.privateKey) => createSign('sha256').update(text).sign(key, 'base64url');
const addSignature = (text: string, key?: KeyObject) => `${text}&signature=${sign(text, key)}&key_id=3335741209`;

function read(rawQuery: string, storedKeys: unknown) {
  const keys = { signingSecret: 'not used', previousSecret: null, previousUntil: null, isSecretLost: false };
  const rules = { ...toRules(admob.preset.settings, keys), publicKeys: storedKeys };
  return readPostback(rules, aPostback({ rawQuery, receivedAt: RECEIVED }));
}
const publicKeys = { fetched_at: RECEIVED.toISOString(), keys: { '3335741209': pem(google.publicKey) } };

test('accepts a genuine postback', () => {
  expect(read(addSignature(query), publicKeys)).toMatchObject({
    kind: 'approve',
    click_id: 'c-1',
    transaction_id: '18fa792de1bca816048293fc71035638',
    payout_paise: null,
  });
});

test.each([
  ['a signature by another key', addSignature(query, otherPair.privateKey)],
  ['a changed value', addSignature(query).replace('custom_data=c-1', 'custom_data=c-2')],
  ['a parameter after the signature', `${addSignature(query)}&custom_data=c-2`],
  [
    'a parameter between the signature and the key id',
    addSignature(query).replace('&key_id', '&custom_data=c-2&key_id'),
  ],
  ['an unknown key id', addSignature(query).replace('3335741209', '1')],
  ['a key id that is an inherited property name', addSignature(query).replace('3335741209', 'constructor')],
  ['a postback without a signature', query],
  ['a postback without a key id', `${query}&signature=${sign(query)}`],
])('refuses %s', (_, forged) => {
  expect(read(forged, publicKeys)).toEqual({ outcome: 'refused', reason: 'Signature not valid' });
});

test('refuses a signed postback that is two days old', () => {
  const old = query.replace(/timestamp=\d+/, `timestamp=${RECEIVED.getTime() - 2 * 86_400_000}`);
  expect(read(addSignature(old), publicKeys)).toMatchObject({ outcome: 'refused' });
});

test('parks a postback while the public keys have not been fetched', () => {
  expect(read(addSignature(query), null)).toMatchObject({
    outcome: 'parked',
    reason: NO_PUBLIC_KEYS,
    alert: NO_PUBLIC_KEYS,
  });
});

test('builds a test postback with a signature by the private key and a key id', () => {
  const secret = google.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const request = buildPostback(
    createDialect(admob),
    { origin: 'https://app.example', slug: 'admob', secret, signedUrl: null },
    { kind: 'approve', clickId: 'c-1', transactionId: 't9', payout: '1.25', goalId: 'Level 5' },
  );
  const [, signed = '', signature = ''] = /^(.*)&signature=([\w-]+)&key_id=1$/.exec(request.query) ?? [];
  expect(verify('sha256', Buffer.from(signed), google.publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
});
