import { expect, test } from 'vitest';
import { datedRate, datedRates } from './networks.ts';

const isAccepted = (rate: unknown) => datedRate.safeParse({ currency: 'usd', rate, from: '2026-07-01' }).success;

test.each([
  [0.000_001, true],
  [0, false],
  [-1, false],
  [1_000_000, true],
  [1_000_000.000_001, false],
  [1.123_456, true],
  [1.123_456_7, false],
  ['84.5', true],
  ['84.5000001', false],
])('whether a rate of %j is accepted: %s', (rate, expected) => {
  expect(isAccepted(rate)).toBe(expected);
});

test('allows one rate per currency and day', () => {
  const rate = (currency: string, from: string) => ({ currency, rate: 84, from });
  const all = [rate('USD', '2026-07-01'), rate('USD', '2026-07-02'), rate('EUR', '2026-07-01')];
  expect(datedRates.safeParse(all).success).toBe(true);
  expect(datedRates.safeParse([...all, rate('usd', '2026-07-01')]).error?.issues[0]?.message).toBe(
    'must have only one rate for each currency and day',
  );
});
