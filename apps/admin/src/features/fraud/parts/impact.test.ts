import type { FraudImpact } from '@inaam/contracts/fraud/fraud';
import { expect, test } from 'vitest';
import { describeImpact } from './impact.tsx';

const makeImpact = (overrides: Partial<FraudImpact>): FraudImpact => ({
  registered: 12,
  active_last_week: 9,
  sessions: 0,
  unused_vouchers: 0,
  looks_shared: false,
  is_own: false,
  ...overrides,
});

test.each([
  [
    { registered: 12, active_last_week: 9 },
    '12 users registered from this address, 9 of them active in the last week.',
  ],
  [
    { registered: 12, active_last_week: 12 },
    '12 users registered from this address, all of them active in the last week.',
  ],
  [
    { registered: 12, active_last_week: 0 },
    '12 users registered from this address, none of them active in the last week.',
  ],
  [{ registered: 1, active_last_week: 1 }, '1 user registered from this address, active in the last week.'],
  [{ registered: 1, active_last_week: 0 }, '1 user registered from this address, not active in the last week.'],
  [{ registered: 0, active_last_week: 0 }, 'No users registered from this address.'],
  [{ registered: 123456, active_last_week: 2 }, '1,23,456 users registered from this address, 2 of them active'],
])('counts the users of an IP address: %o', (impact, text) => {
  expect(describeImpact('block', 'ip', makeImpact(impact))).toContain(text);
  expect(describeImpact('unblock', 'ip', makeImpact(impact))).toContain(text);
});

test('mentions open sessions if there are any', () => {
  expect(describeImpact('block', 'device', makeImpact({}))).not.toContain('session');
  expect(describeImpact('block', 'device', makeImpact({ sessions: 1 }))).toContain('1 open session is refused');
  expect(describeImpact('block', 'device', makeImpact({ sessions: 4 }))).toContain('4 open sessions are refused');
  expect(describeImpact('flag', 'user', makeImpact({ sessions: 2 }))).toContain('2 open sessions end.');
});

test('describes an action on a user differently from one on an IP address or a device', () => {
  const flag = describeImpact('flag', 'user', makeImpact({ registered: 1, active_last_week: 1, unused_vouchers: 3 }));
  expect(flag).toContain('cannot sign in');
  expect(flag).toContain('They have 3 unused vouchers.');
  expect(flag).not.toContain('registered');
  expect(describeImpact('unflag', 'user', makeImpact({}))).toContain('Access is restored');
});
