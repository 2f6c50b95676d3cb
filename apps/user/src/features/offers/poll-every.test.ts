import { expect, test } from 'vitest';
import { anOffer } from '../../testing/offer-fixture.ts';
import { getPollInterval } from './poll-every.ts';

const now = Date.parse('2026-07-19T12:00:00Z');
const MINUTE = 60_000;
const makeStartedOffer = (minutes: number, more: Parameters<typeof anOffer>[0] = {}) =>
  anOffer({ started_at: new Date(now - minutes * MINUTE).toISOString(), ...more });

test.each([
  ['nothing was started', [anOffer()], false],
  ['a start is under half an hour old', [makeStartedOffer(29.9)], 4000],
  ['a start is half an hour old', [makeStartedOffer(30)], 20_000],
  ['a start is under a day old', [makeStartedOffer(24 * 60 - 1)], 20_000],
  ['a start is a day old', [makeStartedOffer(24 * 60)], false],
  ['one start is fresh among old ones', [makeStartedOffer(9999), makeStartedOffer(1)], 4000],
  ['what was started is completed', [makeStartedOffer(1, { completed: true })], false],
  ['a confirmation is awaited', [makeStartedOffer(9999, { completed: true, pending: true })], 20_000],
  ['a win is out of stock', [anOffer({ completed: true, spinner_used: true, owed: true })], 20_000],
] as const)('computes the polling interval if %s', (_, offers, expected) => {
  expect(getPollInterval(offers, now)).toBe(expected);
});

test('does not poll without a list', () => {
  expect(getPollInterval(undefined, now)).toBe(false);
});
