import { describe, expect, test } from 'vitest';
import { carrierHint, findBurst, findDensestWindow, formatSpan, type Registration } from './sharing.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);

test.each([
  [0, '1 minute'],
  [10 * MINUTE, '10 minutes'],
  [10 * MINUTE + 1, '11 minutes'],
  [59 * MINUTE, '59 minutes'],
  [60 * MINUTE, '1 hour'],
  [61 * MINUTE, '2 hours'],
  [47 * HOUR, '47 hours'],
  [48 * HOUR, '2 days'],
  [12.5 * DAY, '13 days'],
])('formats %d ms as %s', (ms, words) => {
  expect(formatSpan(ms)).toBe(words);
});

test('finds the densest window, which includes both ends', () => {
  const times = [0, 5, 6, 7, 30].map((hours) => at(hours * HOUR)).toReversed();
  expect(findDensestWindow(times, 2 * HOUR)).toEqual({ count: 3, span: 2 * HOUR });
  expect(findDensestWindow(times, HOUR)).toEqual({ count: 2, span: HOUR });
  expect(findDensestWindow(times, DAY * 9)).toEqual({ count: 5, span: 30 * HOUR });
  expect(findDensestWindow([], HOUR)).toEqual({ count: 0, span: 0 });
});

test('finds a burst: all registrations if within a day, otherwise the shortest window with at least half of them', () => {
  expect(findBurst([0, 1, 2].map((hours) => at(hours * HOUR)))).toEqual({ count: 3, span: 2 * HOUR });
  expect(findBurst([0, 1, 2, 900].map((hours) => at(hours * HOUR)))).toEqual({ count: 2, span: HOUR });
  expect(findBurst([0, 2, 4, 6].map((days) => at(days * DAY)))).toBeUndefined();
  expect(findBurst([at(0)])).toBeUndefined();
});

describe('hint of a carrier’s address', () => {
  const makeRegistrations = (
    change: Partial<Record<keyof Registration, (i: number) => unknown>> = {},
    accounts = 40,
  ): Registration[] =>
    Array.from({ length: accounts }, (_, i) => ({
      at: at(i * 3 * HOUR),
      device: `device-${i}`,
      userAgent: `browser-${i % 9}`,
      ...Object.fromEntries(Object.entries(change).map(([key, getValue]) => [key, getValue(i)])),
    }));
  const isShared = (registrations: Registration[]) => carrierHint('198.51.100.1', registrations) !== null;

  test('gives figures that show why the address looks shared', () => {
    expect(carrierHint('198.51.100.1', makeRegistrations())).toBe(
      '198.51.100.1 looks like a mobile carrier’s shared address: 40 accounts on 40 devices with 9 browsers ' +
        'over 5 days, never more than 1 in an hour. Blocking it would lock out honest users.',
    );
  });

  test.each<[string, boolean, Registration[]]>([
    ['ten accounts', true, makeRegistrations({}, 10)],
    ['nine accounts', false, makeRegistrations({}, 9)],
    ['a few devices with two accounts', true, makeRegistrations({ device: (i) => `device-${i < 4 ? 0 : i}` })],
    ['many devices with two accounts', false, makeRegistrations({ device: (i) => `device-${i >> 1}` })],
    ['three devices for all accounts', false, makeRegistrations({ device: (i) => `device-${i % 3}` })],
    [
      'a fifth of the accounts without a fingerprint',
      true,
      makeRegistrations({ device: (i) => (i % 5 === 0 ? null : `device-${i}`) }),
    ],
    [
      'half of the accounts without a fingerprint',
      false,
      makeRegistrations({ device: (i) => (i % 2 === 0 ? null : `device-${i}`) }),
    ],
    ['unknown browsers', false, makeRegistrations({ userAgent: () => null })],
    ['eight browsers among forty accounts', true, makeRegistrations({ userAgent: (i) => `browser-${i % 8}` })],
    ['seven browsers among forty accounts', false, makeRegistrations({ userAgent: (i) => `browser-${i % 7}` })],
    [
      'ten browsers among four hundred accounts',
      true,
      makeRegistrations({ userAgent: (i) => `browser-${i % 10}` }, 400),
    ],
    ['a steady rate over a day', true, makeRegistrations({ at: (i) => at((i * 25 * HOUR) / 39) })],
    ['all registrations within a day', false, makeRegistrations({ at: (i) => at((i * 23 * HOUR) / 39) })],
    [
      'a fifth of the registrations within an hour',
      true,
      makeRegistrations({ at: (i) => at(i < 8 ? i * MINUTE : i * 3 * HOUR) }),
    ],
    [
      'more than a fifth of the registrations within an hour',
      false,
      makeRegistrations({ at: (i) => at(i < 9 ? i * MINUTE : i * 3 * HOUR) }),
    ],
  ])('%s: looks shared is %s', (_, expected, registrations) => {
    expect(isShared(registrations)).toBe(expected);
  });
});
