import { networkSettings } from '@inaam/contracts/networks/networks';
import { signing as signingSchema } from '@inaam/contracts/networks/signing';
import { expect, test } from 'vitest';
import { toColumns } from '../settings/settings.ts';
import { readPostback } from './read.ts';
import { aNetwork, aPostback } from './rules.fixture.ts';

/**
 * Signatures of networks without a preset, written as settings. Python's hashlib and hmac computed the digests from the
 * vendors' formulas, never our code.
 */

const KEY = 'k3y-of-the-dashboard';
const PAYMENTWALL = { kind: 'hash', template: '{*}{secret}', in: 'param', name: 'sig' } as const;

interface Case {
  name: string;
  signing: object;
  params: { click_id: string; transaction_id: string };
  query: string;
  /** A change in transit. */
  tampered: [string, string];
}

const cases: Case[] = [
  {
    // https://docs.paymentwall.com/reference/signature-calculation, read 2026-11-26.
    name: 'Paymentwall version 2: MD5 over all parameters, sorted',
    signing: { ...PAYMENTWALL, algorithm: 'md5' },
    params: { click_id: 'uid', transaction_id: 'ref' },
    query: 'uid=c-1&currency=10&type=0&ref=t9&is_test=0&sign_version=2&sig=00e054b008b10cde5fb97ec8bc03d4f9',
    tampered: ['currency=10', 'currency=1000'],
  },
  {
    name: 'Paymentwall version 3: SHA-256, with one more parameter of the pasted address',
    signing: { ...PAYMENTWALL, algorithm: 'sha256' },
    params: { click_id: 'uid', transaction_id: 'ref' },
    query: [
      'extra=a+b&uid=c-1&currency=10&type=0&ref=t9&is_test=0&sign_version=3',
      'sig=21e6b4025b24f3101bf7f889489320e78479186db799eddd5b5effdc80c7694c',
    ].join('&'),
    tampered: ['extra=a+b', 'extra=a+c'],
  },
  {
    // https://developers.is.com/ironsource-mobile/general/handling-server-to-server-callback-events, read 2026-11-26.
    name: 'ironSource: MD5 over a time in digits, the event, the user and the rewards',
    signing: {
      kind: 'hash',
      algorithm: 'md5',
      template: '{timestamp}{eventId}{appUserId}{rewards}{secret}',
      in: 'param',
      name: 'signature',
    },
    params: { click_id: 'appUserId', transaction_id: 'eventId' },
    query: 'appUserId=c-1&rewards=10&eventId=e9&timestamp=202611011000&signature=7a443f1c5bbd33dcb0831c79b784f5d9',
    tampered: ['timestamp=202611011000', 'timestamp=202611011001'],
  },
  {
    name: 'a digest of a digest',
    signing: { kind: 'hash', algorithm: 'sha1', template: '{md5:{user}{tid}}:{secret}', in: 'param', name: 'hash' },
    params: { click_id: 'user', transaction_id: 'tid' },
    query: 'user=c-1&tid=t9&hash=2bdb72ae310553af70d12917256d8980150cd4b3',
    tampered: ['tid=t9', 'tid=t8'],
  },
  {
    // IGAWorksDev/AdPlusSdkDownload, igaworks_reward_server_sample_for_php.php, read 2026-11-26.
    name: 'AdPopcorn: HMAC-MD5 over four fields',
    signing: {
      kind: 'hmac',
      algorithm: 'md5',
      over: 'template',
      template: '{usn}{reward_key}{quantity}{campaign_key}',
      in: 'param',
      name: 'signed_value',
    },
    params: { click_id: 'usn', transaction_id: 'reward_key' },
    query: 'usn=c-1&reward_key=r9&quantity=10&campaign_key=camp&signed_value=e003a0f889951153b302d5ae55663a81',
    tampered: ['quantity=10', 'quantity=11'],
  },
  {
    name: 'all parameters joined by ampersands, and the key as the last',
    signing: { kind: 'hash', algorithm: 'md5', template: '{*&}&key={secret}', in: 'param', name: 'sign' },
    params: { click_id: 'click', transaction_id: 'txn' },
    query: 'txn=t9&sign=61fa36196848f0fa8d18d9f7b181f812&click=c-1&payout=1.5',
    tampered: ['payout=1.5', 'payout=15'],
  },
];

test.each(cases)('verifies $name', ({ signing, params, query, tampered }) => {
  const rules = aNetwork({
    ...toColumns({ signing: signingSchema.parse(signing) }),
    params: { ...aNetwork().params, payout: null, currency: null, status: null, goal_id: null, ...params },
    statusMap: { '': 'approve' },
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
    const { success } = networkSettings.shape.signing.safeParse({ ...PAYMENTWALL, algorithm: 'md5', template });
    expect(success).toBe(false);
  },
);
