import type { Signing } from '@inaam/contracts/networks/signing';
import type { PostbackRules } from '../settings/rules.ts';
import type { Postback } from './parse.ts';

/** Settings and postbacks for tests of pure functions. */

export const aNetwork = (over: Partial<PostbackRules> = {}): PostbackRules => ({
  active: true,
  params: {
    click_id: 'click',
    transaction_id: 'txn',
    payout: 'payout',
    currency: 'currency',
    status: 'status',
    goal_id: 'goal',
    parent_id: null,
  },
  paramsIn: 'query',
  statusMap: { '1': 'approve', '2': 'reverse', '0': 'pending' },
  statusRules: [],
  signing: { kind: 'token', in: 'param', name: 'token' },
  signingSecret: 'the key of a network',
  previousSecret: null,
  previousUntil: null,
  signedUrl: null,
  sourceAddresses: [],
  sourceMode: 'enforce',
  currency: 'INR',
  rateMicros: 1_000_000n,
  rates: [],
  callTimestamp: null,
  publicKeys: null,
  holdSeconds: 0,
  clickWindowSeconds: null,
  payoutCeilingPaise: null,
  payoutRatio: 20,
  isSecretLost: false,
  ...over,
});

export const aPostback = (over: Partial<Postback> = {}): Postback => ({
  method: 'GET',
  rawUrl: 'https://app.example/postback/net',
  rawQuery: '',
  rawBody: '',
  bodyEncoding: 'text',
  truncatedFromBytes: null,
  contentType: null,
  headers: {},
  ip: '198.51.100.7',
  receivedAt: new Date('2026-11-01T10:00:00Z'),
  ...over,
});

/** Returns the settings of a signature that is sent in a header and covers the body as received. */
export const aDigest = (over: Partial<Extract<Signing, { kind: 'hmac' }>> = {}): Signing => ({
  kind: 'hmac',
  algorithm: 'sha256',
  over: 'body',
  rewrite: 'as_received',
  in: 'header',
  name: 'Signature',
  encoding: 'hex',
  ...over,
});
