import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildPostback } from './build-postback.ts';
import type { ConversionReport, Dialect } from './dialect.ts';
import { golden } from './golden.fixture.ts';
import { dialectOf, dialects } from './table.ts';

/**
 * Built postbacks against vectors that others computed: vendors' documents, and `openssl` and Python over the plain
 * text.
 */

const report: ConversionReport = {
  kind: 'approve',
  clickId: 'c-1',
  transactionId: 't9',
  payout: '1.25',
  goalId: 'Level 5',
};
const KEY = 'k3y-of-the-dashboard';
const target = (slug: string) => ({ origin: 'https://app.example', slug, secret: KEY, signedUrl: null });

function named(id: string): Dialect {
  const found = dialectOf(id);
  if (!found) throw new Error(`there is no dialect ${id}`);
  return found;
}

describe('vectors that vendors publish', () => {
  test('BitLabs, developer.bitlabs.ai/docs/securing-callbacks-through-hashing', () => {
    const dialect = { ...named('bitlabs'), templates: { approve: 'uid={click_id}&val={payout}' } };
    const request = buildPostback(
      dialect,
      { ...target('x'), secret: 'JLOIAUNMHFli7ZJOQVEzm98rzqnm9', signedUrl: 'https://publisher.com/complete' },
      { ...report, clickId: '8cc877ee-af19-488d-b28d-216fb866b996', payout: '500' },
    );
    expect(request.query).toBe(
      'uid=8cc877ee-af19-488d-b28d-216fb866b996&val=500&hash=dbcd6bb8ca677344592842a52b4fca9bec36cd4b',
    );
  });

  test('ayeT-Studios, docs.ayetstudios.com', () => {
    const dialect = {
      ...named('ayet'),
      templates: {
        approve:
          'user_id=testuser123456&transaction_id={transaction_id}&offer_name=TEST OFFER&payout={payout}&amount=0.10&click_id={click_id}',
      },
    };
    const request = buildPostback(
      dialect,
      { ...target('x'), secret: '9f2228fea0d8e7ce10b2ac36053db14c' },
      {
        ...report,
        clickId: '1234abcd5678021',
        transactionId: '8ee08f32ae611231b0a49d1bd66e9bf193132561',
        payout: '1.50',
      },
    );
    expect(request.headers).toEqual({
      'x-ayetstudios-security-hash': '62a32725866780ada1dec3d62232645f2801e05a91df7b0202e9b780f804f04b',
    });
  });
});

/** What they sign holds a time or a random number. */
const SIGN_ANEW = ['admob', 'pollfish'];

describe('the golden postback of every dialect, byte for byte', () => {
  test.each(dialects.map(({ id }) => [id]).filter(([id]) => !SIGN_ANEW.includes(id ?? '')))('%s', (id) => {
    const { url, query, headers, body } = buildPostback(named(id ?? ''), target(id ?? ''), report);
    expect({ url, query, headers, body }).toEqual(golden[id ?? '']);
  });
});

test('Pollfish signs what its template names, in base64', () => {
  const { query } = buildPostback(named('pollfish'), target('pollfish'), report);
  const sent = new URLSearchParams(query);
  const signed = [
    'cpa',
    'device_id',
    'request_uuid',
    'reward_name',
    'reward_value',
    'status',
    'reason',
    'timestamp',
    'tx_id',
  ];
  const text = signed.map((name) => sent.get(name)).join(':');
  expect(sent.get('signature')).toBe(createHmac('sha1', KEY).update(text).digest('base64'));
});

test('AdMob signs the query with a private key, and says with which', () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secret = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { query } = buildPostback(named('admob'), { ...target('admob'), secret }, report);
  const [, signed = '', signature = ''] = /^(.*)&signature=([\w-]+)&key_id=1$/.exec(query) ?? [];
  expect(verify('sha256', Buffer.from(signed), pair.publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
});
