import { networkSettings } from '@inaam/contracts/networks/networks';
import { signing as signingSchema } from '@inaam/contracts/networks/signing';
import { expect, test } from 'vitest';
import { type VendorSettings, vendors } from '../presets/vendors.fixture.ts';
import { toColumns } from '../settings/settings.ts';
import { readPostback } from './read.ts';
import { aNetwork, aPostback } from './rules.fixture.ts';

/**
 * Signatures of networks without a preset, described by settings alone. The digests were computed from the vendors'
 * formulas with Python's hashlib and hmac, not with our code.
 */

const KEY = 'k3y-of-the-dashboard';
const SIGN = { kind: 'hash', algorithm: 'md5', in: 'param' } as const;

interface Case extends Pick<VendorSettings, 'signing' | 'params'> {
  name: string;
  query: string;
  /** A change that the signature check must detect: a part of the query, and its replacement. */
  tampered: [string, string];
}

const cases: Case[] = [
  {
    name: 'Paymentwall version 2: MD5 over all parameters, sorted',
    ...vendors['Paymentwall version 2'],
    query: 'uid=c-1&currency=10&type=0&ref=t9&is_test=0&sign_version=2&sig=00e054b008b10cde5fb97ec8bc03d4f9',
    tampered: ['currency=10', 'currency=1000'],
  },
  {
    name: 'Paymentwall version 3: SHA-256, and the postback URL has a parameter of its own',
    ...vendors['Paymentwall version 3'],
    query: [
      'extra=a+b&uid=c-1&currency=10&type=0&ref=t9&is_test=0&sign_version=3',
      'sig=21e6b4025b24f3101bf7f889489320e78479186db799eddd5b5effdc80c7694c',
    ].join('&'),
    tampered: ['extra=a+b', 'extra=a+c'],
  },
  {
    name: 'ironSource: MD5 over a time in digits, the event, the user and the rewards',
    ...vendors.ironSource,
    query: 'appUserId=c-1&rewards=10&eventId=e9&timestamp=202611011000&signature=7a443f1c5bbd33dcb0831c79b784f5d9',
    tampered: ['timestamp=202611011000', 'timestamp=202611011001'],
  },
  {
    name: 'a digest of a digest',
    ...vendors['a digest of a digest'],
    query: 'user=c-1&tid=t9&hash=2bdb72ae310553af70d12917256d8980150cd4b3',
    tampered: ['tid=t9', 'tid=t8'],
  },
  {
    name: 'AdPopcorn: HMAC-MD5 over four fields',
    ...vendors.AdPopcorn,
    query: 'usn=c-1&reward_key=r9&quantity=10&campaign_key=camp&signed_value=e003a0f889951153b302d5ae55663a81',
    tampered: ['quantity=10', 'quantity=11'],
  },
  {
    name: 'a digest over all parameters joined by ampersands, with the key as the last',
    signing: signingSchema.parse({ ...SIGN, template: '{*&}&key={secret}', name: 'sign' }),
    params: { ...vendors.ironSource.params, click_id: 'click', transaction_id: 'txn' },
    query: 'txn=t9&sign=61fa36196848f0fa8d18d9f7b181f812&click=c-1&payout=1.5',
    tampered: ['payout=1.5', 'payout=15'],
  },
];

test.each(cases)('verifies $name', ({ signing, params, query, tampered }) => {
  const rules = aNetwork({
    ...toColumns({ signing }),
    params,
    statusMap: { '': 'approve', '0': 'approve' },
    signingSecret: KEY,
    callTimestamp: query.includes('timestamp=') ? { param: 'timestamp', tolerance_seconds: 300 } : null,
    clickWindowSeconds: 60,
    payoutCeilingPaise: 1000,
  });
  const read = (rawQuery: string) => readPostback(rules, aPostback({ rawQuery }));
  expect(read(query)).toMatchObject({ kind: 'approve', click_id: 'c-1' });
  expect(read(query.replace(...tampered))).toMatchObject({ outcome: 'refused', reason: 'Signature not valid' });
});

test.each(['{md5:{a}', '{md5:{sha1:{a}}}{secret}', '{*{a}}{secret}', '{md4:{a}}{secret}', '{md5:{secret}}'])(
  'refuses the template %s',
  (template) => {
    const { success } = networkSettings.shape.signing.safeParse({ ...SIGN, name: 'sig', template });
    expect(success).toBe(false);
  },
);
