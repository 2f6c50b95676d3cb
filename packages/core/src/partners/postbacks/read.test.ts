import { createHmac } from 'node:crypto';
import { measureCpuMs } from '@inaam/testing/cpu';
import { describe, expect, test } from 'vitest';
import type { PostbackRules } from '../settings/rules.ts';
import { readPostback } from './read.ts';
import { aDigest, aNetwork, aPostback } from './rules.fixture.ts';

const secret = 'a secret for this test';
const network = aNetwork({
  params: {
    click_id: 'sub',
    transaction_id: 'tid',
    payout: 'sum',
    currency: 'cur',
    status: 'st',
    goal_id: 'goal',
    parent_id: 'parent',
  },
  statusMap: { approved: 'approve', '1': 'approve', reversed: 'reverse', wait: 'pending', note: 'ignore' },
  signing: aDigest({ over: 'query', in: 'param', name: 'sig' }),
  signingSecret: secret,
  currency: 'USD',
  rateMicros: 83_125_000n,
});

const sign = (query: string) => `${query}&sig=${createHmac('sha256', secret).update(query).digest('hex')}`;
const read = (rawQuery: string, changes: Partial<PostbackRules> = {}, ip: string | null = '198.51.100.7') =>
  readPostback({ ...network, ...changes }, aPostback({ rawQuery, ip }));

test('reads a valid postback and converts its payout at the network’s rate', () => {
  expect(read(sign('sub=c1&tid=t1&sum=1.50&cur=usd&st=Approved'))).toEqual({
    kind: 'approve',
    click_id: 'c1',
    transaction_id: 't1',
    payout_micros: '1500000',
    payout_paise: 12_469,
    currency: 'USD',
    rate_micros: '83125000',
    goal_id: null,
    hold_seconds: 0,
    unsigned: false,
    click_window_seconds: null,
    payout_ceiling_paise: null,
    payout_ratio: 20,
  });
});

test('leaves the payout empty if none is sent, so that the offer’s own amount counts', () => {
  expect(read(sign('sub=c1&tid=t1&st=1'))).toMatchObject({ payout_micros: null, payout_paise: null });
});

describe('a signature', () => {
  const query = 'sub=c1&tid=t1&sum=1&st=1';
  const genuine = sign(query);
  const digest = genuine.slice(-64);
  test('is checked over the bytes as received, whatever their encoding', () => {
    expect(read(sign('sub=c%311&tid=t+1&st=1'))).toMatchObject({ click_id: 'c11', transaction_id: 't 1' });
  });
  test.each([
    ['is missing', query],
    ['is empty', `${query}&sig=`],
    ['is cut', genuine.slice(0, -1)],
    ['is made with another secret', `${query}&sig=${createHmac('sha256', 'x').update(query).digest('hex')}`],
    ['was made for another payout', `${query.replace('sum=1', 'sum=9')}&sig=${digest}`],
    ['is followed by a parameter', `${genuine}&sum=9`],
    ['comes first', `sig=${digest}&${query}`],
    ['is not hexadecimal', `${query}&sig=${'z'.repeat(64)}`],
  ])('is refused when it %s', (_, rawQuery) => {
    expect(read(rawQuery)).toEqual({ outcome: 'refused', reason: 'Signature not valid' });
  });
  test('is refused if the network’s secret is empty', () => {
    const forged = `${query}&sig=${createHmac('sha256', '').update(query).digest('hex')}`;
    expect(read(forged, { signingSecret: '' })).toMatchObject({ outcome: 'refused' });
  });
});

describe('an unreadable postback', () => {
  test.each([
    ['tid=t1&st=1', 'refused', 'sub is missing or too long'],
    ['sub=c1&st=1', 'refused', 'tid is missing or too long'],
    [`sub=c1&tid=${'t'.repeat(201)}&st=1`, 'refused', 'tid is missing or too long'],
    ['sub=c1&sub=c2&tid=t1&st=1', 'refused', 'sub has different values'],
    ['sub=c1%00&tid=t1&st=1', 'refused', 'a parameter holds a NUL character'],
    ['sub=c1&tid=t1&st=1&sum=lots', 'parked', 'sum is not an amount'],
    ['sub=c1&tid=t1&st=1&sum=-1', 'parked', 'sum is not an amount'],
    ['sub=c1&tid=t1&st=1&sum=1300000000', 'parked', 'sum is not an amount'],
    ['sub=c1&tid=t1&st=2', 'parked', 'st "2" is not mapped'],
    ['sub=c1&tid=t1', 'parked', 'st "" is not mapped'],
    ['sub=c1&tid=t1&st=constructor', 'parked', 'st "constructor" is not mapped'],
    ['sub=c1&tid=t1&st=%00%1b', 'parked', 'st "??" is not mapped'],
    ['sub=c1&tid=t1&st=1&cur=EUR', 'parked', 'There is no rate for EUR'],
  ])('%s is %s: %s', (query, outcome, reason) => {
    expect(read(sign(query))).toMatchObject({ outcome, reason });
  });
});

describe('the caller’s IP address', () => {
  const sourceAddresses = ['198.51.100.0/28', '2001:db8::5'];
  const genuine = sign('sub=c1&tid=t1&st=1');
  test.each(['198.51.100.7', '::ffff:198.51.100.7', '2001:db8::5'])('%s is accepted, because it is listed', (ip) => {
    expect(read(genuine, { sourceAddresses }, ip)).toMatchObject({ kind: 'approve' });
  });
  test.each(['198.51.100.16', '2001:db8::6', null])('%s is refused, because it is not listed', (ip) => {
    expect(read(genuine, { sourceAddresses }, ip)).toEqual({
      outcome: 'refused',
      reason: 'Caller address not allowed',
      alert: 'Signed, but from an address that is not listed',
    });
  });
});

test('refuses the postbacks of an inactive network', () => {
  expect(read(sign('sub=c1&tid=t1&st=1'), { active: false })).toMatchObject({ outcome: 'refused' });
});

test('reads a body that repeats one name 32,000 times in linear time', () => {
  const rawBody = 'a&'.repeat(32_000);
  const postback = aPostback({ method: 'POST', rawBody });
  // Comparing each name with all others would take a billion comparisons.
  const cost = measureCpuMs(() => {
    expect(readPostback(aNetwork({ paramsIn: 'body' }), postback)).toMatchObject({ outcome: 'refused' });
  });
  expect(cost).toBeLessThan(5_000);
});

test('refuses a wrong method or a truncated body, and parks the postback if the network’s key is unreadable', () => {
  const query = sign('sub=c1&tid=t1&sum=1&st=1');
  const good = { rawQuery: query };
  expect(readPostback(network, aPostback(good))).toMatchObject({ kind: 'approve' });
  expect(readPostback(network, aPostback({ ...good, method: 'PUT' }))).toEqual({
    outcome: 'refused',
    reason: 'Method not allowed',
  });
  expect(readPostback(network, aPostback({ ...good, truncatedFromBytes: 70_000 }))).toEqual({
    outcome: 'refused',
    reason: 'The body is too large',
  });
  expect(readPostback({ ...network, isSecretLost: true, signingSecret: '' }, aPostback(good))).toMatchObject({
    outcome: 'parked',
    alert: 'The key of this network cannot be opened',
  });
});
