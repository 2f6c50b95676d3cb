import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readPostback } from '../postbacks/read.ts';
import { aDigest, aNetwork, aPostback } from '../postbacks/rules.fixture.ts';
import { findWrongSettings } from './find-wrong-settings.ts';

const secret = 'a secret for this test';
const rules = aNetwork({
  params: {
    click_id: 'sub',
    transaction_id: 'tid',
    payout: 'sum',
    currency: 'cur',
    status: 'st',
    goal_id: 'goal',
    parent_id: 'parent',
  },
  statusMap: { '1': 'approve' },
  signing: aDigest({ over: 'query', in: 'param', name: 'sig' }),
  signingSecret: secret,
  currency: 'USD',
  rateMicros: 83_000_000n,
});
const sign = (query: string) => `${query}&sig=${createHmac('sha256', secret).update(query).digest('hex')}`;

test.each([
  ['params.click_id', sign('sub=c1&sub=c2&tid=t1&st=1')],
  ['params.click_id', sign('tid=t1&st=1')],
  ['params.transaction_id', sign('sub=c1&tid=&st=1')],
  ['params.payout', sign('sub=c1&tid=t1&st=1&sum=lots')],
  ['status_map', sign('sub=c1&tid=t1&st=2')],
  ['rates', sign('sub=c1&tid=t1&st=1&cur=EUR')],
  ['signing', 'sub=c1&tid=t1&st=1&sig=00'],
])('finds %s by the reason of the refusal if no preset is known: %s', (setting, rawQuery) => {
  const postback = aPostback({ rawQuery, ip: '198.51.100.7' });
  const verdict = readPostback(rules, postback);
  const reason = 'reason' in verdict ? verdict.reason : null;
  expect(findWrongSettings(rules, undefined, postback, ({ kind }) => kind === 'approve', reason)).toEqual([setting]);
});
