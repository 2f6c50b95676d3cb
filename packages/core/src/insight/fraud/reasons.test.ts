import { describe, expect, test } from 'vitest';
import type { Behaviour } from './behaviour.ts';
import {
  addressReasons,
  behaviourReasons,
  byWeight,
  deviceReasons,
  listBlockedReasons,
  listFlaggedReasons,
  listLinkedReasons,
} from './reasons.ts';
import type { Registration } from './sharing.ts';

const HOUR = 3_600_000;
const source = (hours: number[], details: (i: number) => Partial<Registration> = () => ({})) => ({
  accounts: hours.length,
  registrations: hours.map((hour, i) => ({
    at: new Date(Date.UTC(2026, 0, 1) + hour * HOUR),
    device: `device-${i}`,
    userAgent: `browser-${i}`,
    ...details(i),
  })),
});

describe('accounts on a device', () => {
  test.each([
    [[0], []],
    [[0, 700], [{ text: '2 accounts on this device', weight: 'weak' }]],
    [[0, 1], [{ text: '2 accounts on this device within 1 hour', weight: 'weak' }]],
    [[0, 0.5, 1, 2], [{ text: '4 accounts on this device within 2 hours', weight: 'strong' }]],
    [[0, 0.1, 90, 200], [{ text: '4 accounts on this device, 2 of them within 6 minutes', weight: 'strong' }]],
  ])('gives the expected reasons for registrations at hours %j', (hours, expected) => {
    expect(deviceReasons(source(hours))).toEqual(expected);
  });
});

describe('accounts on an address', () => {
  const days = [0, 30, 60, 90, 120, 150].map((day) => day * 24);

  test('give no reason if there is only one, and a weak reason for a household', () => {
    expect(addressReasons(source([0]), false)).toEqual([]);
    expect(addressReasons(source(days), false)).toEqual([{ text: '6 accounts on this address', weight: 'weak' }]);
  });

  test('give a strong reason if they share few devices', () => {
    const ring = source([0, 0.1, 0.2, 0.3, 0.4, 0.5], (i) => ({ device: `device-${i % 3}` }));
    expect(addressReasons(ring, false)).toEqual([
      { text: '6 accounts on this address share only 3 devices', weight: 'strong' },
      { text: '6 accounts on this address within 30 minutes', weight: 'weak' },
    ]);
    const one = source(days, () => ({ device: 'device' }));
    expect(addressReasons(one, false)[0]).toEqual({
      text: '6 accounts on this address share only 1 device',
      weight: 'strong',
    });
  });

  test('do not count as sharing a device if they have no fingerprints', () => {
    expect(
      addressReasons(
        source(days, () => ({ device: null })),
        false,
      ),
    ).toEqual([{ text: '6 accounts on this address', weight: 'weak' }]);
  });

  test('give a weak reason if all devices report the same browser', () => {
    expect(
      addressReasons(
        source(days, () => ({ userAgent: 'one' })),
        false,
      )[1],
    ).toEqual({
      text: '6 devices on this address, all with the same browser',
      weight: 'weak',
    });
    expect(
      addressReasons(
        source(days, () => ({ userAgent: null })),
        false,
      ),
    ).toHaveLength(1);
  });

  test('give only a weak reason on a carrier’s address', () => {
    const ring = source([0, 0.1, 0.2, 0.3, 0.4, 0.5], (i) => ({ device: `device-${i % 3}` }));
    expect(addressReasons(ring, true)).toEqual([{ text: '6 accounts on this address', weight: 'weak' }]);
  });
});

test('names at most three flagged accounts', () => {
  expect(listLinkedReasons('device', [], 'strong')).toEqual([]);
  expect(listLinkedReasons('device', ['Asha Rao'], 'strong')).toEqual([
    { text: 'Same device as a flagged account (Asha Rao)', weight: 'strong' },
  ]);
  expect(listLinkedReasons('address', ['A', 'B', 'C', 'D', 'E'], 'weak')).toEqual([
    { text: 'Same address as 5 flagged accounts (A, B, C and 2 more)', weight: 'weak' },
  ]);
});

test.each([
  [0, 5, true, []],
  [1, 1, true, [{ text: 'Its only account is flagged', weight: 'strong' }]],
  [1, 5, true, [{ text: '1 of 5 accounts is flagged', weight: 'weak' }]],
  [2, 5, true, [{ text: '2 of 5 accounts are flagged', weight: 'strong' }]],
  [2, 500, false, [{ text: '2 of 500 accounts are flagged', weight: 'weak' }]],
])('gives the expected reason if %d of %d accounts are flagged', (flagged, accounts, mayBeStrong, expected) => {
  expect(listFlaggedReasons(flagged, accounts, mayBeStrong)).toEqual(expected);
});

test('names blocked sources', () => {
  expect(listBlockedReasons('address', ['192.0.2.1'])).toEqual([
    { text: 'Seen on a blocked address (192.0.2.1)', weight: 'strong' },
  ]);
});

describe('behaviour', () => {
  const none: Behaviour = {
    soonAfterRegistering: { most: 0, accounts: 0 },
    soonAfterClick: { most: 0, accounts: 0 },
    completions: 9,
    reversed: 0,
  };
  test.each<[Partial<Behaviour>, number, { text: string; weight: string }[]]>([
    [{}, 1, []],
    [{ soonAfterRegistering: { most: 2, accounts: 0 }, soonAfterClick: { most: 2, accounts: 0 } }, 1, []],
    [
      { soonAfterRegistering: { most: 3, accounts: 1 } },
      1,
      [{ text: 'Completed 3 offers within 10 minutes of registering', weight: 'weak' }],
    ],
    [
      { soonAfterRegistering: { most: 5, accounts: 1 } },
      1,
      [{ text: 'Completed 5 offers within 10 minutes of registering', weight: 'strong' }],
    ],
    [
      { soonAfterRegistering: { most: 6, accounts: 4 } },
      8,
      [{ text: '4 accounts completed 3 or more offers within 10 minutes of registering, up to 6', weight: 'strong' }],
    ],
    [
      { soonAfterClick: { most: 4, accounts: 1 } },
      1,
      [{ text: 'Completed 4 offers within 30 seconds of starting them', weight: 'strong' }],
    ],
    [
      { soonAfterClick: { most: 3, accounts: 1 } },
      8,
      [{ text: '1 account completed 3 or more offers within 30 seconds of starting them, up to 3', weight: 'strong' }],
    ],
    [{ completions: 1, reversed: 1 }, 1, [{ text: 'The network reversed 1 of 1 completion', weight: 'weak' }]],
    [{ completions: 4, reversed: 2 }, 1, [{ text: 'The network reversed 2 of 4 completions', weight: 'strong' }]],
    [{ completions: 5, reversed: 2 }, 1, [{ text: 'The network reversed 2 of 5 completions', weight: 'weak' }]],
  ])('gives the expected reasons for %j of %d accounts', (behaviour, accounts, expected) => {
    expect(behaviourReasons({ ...none, ...behaviour }, accounts)).toEqual(expected);
  });
});

test('sorts strong reasons first and otherwise keeps the order', () => {
  const [a, b, c] = [
    { text: 'a', weight: 'weak' as const },
    { text: 'b', weight: 'strong' as const },
    { text: 'c', weight: 'weak' as const },
  ];
  expect(byWeight([a, b, c])).toEqual([b, a, c]);
});

describe('limits of reasons', () => {
  const onDevices = (accounts: number, devices: number) =>
    addressReasons(
      source(
        Array.from({ length: accounts }, (_, i) => i * 720),
        (i) => ({ device: `device-${i % devices}` }),
      ),
      false,
    ).filter(({ weight }) => weight === 'strong');

  test('reports shared devices if four or more accounts have at most half as many devices', () => {
    expect(onDevices(3, 1)).toEqual([]);
    expect(onDevices(4, 2)).toEqual([{ text: '4 accounts on this address share only 2 devices', weight: 'strong' }]);
    expect(onDevices(5, 3)).toEqual([]);
  });

  test('rates three accounts on a device as a strong reason, and two as weak', () => {
    expect([2, 3].map((count) => deviceReasons(source(Array(count).fill(0)))[0]?.weight)).toEqual(['weak', 'strong']);
  });

  test('reports four devices with the same browser, but not three', () => {
    const sameBrowser = (count: number) =>
      addressReasons(
        source(
          Array.from({ length: count }, (_, i) => i * 720),
          () => ({ userAgent: 'one' }),
        ),
        false,
      ).length;
    expect([sameBrowser(3), sameBrowser(4)]).toEqual([1, 2]);
  });

  test('names every flagged account if there are three', () => {
    expect(listLinkedReasons('device', ['A', 'B', 'C'], 'strong')[0]?.text).toBe(
      'Same device as 3 flagged accounts (A, B, C)',
    );
  });

  test('rates a blocked address of a carrier as a weak reason', () => {
    expect(listBlockedReasons('address', ['192.0.2.1'], true)[0]?.weight).toBe('weak');
  });

  test('rates five fast completions after registration as a strong reason, and four as weak', () => {
    const getWeights = (most: number) =>
      behaviourReasons(
        {
          soonAfterRegistering: { most, accounts: 1 },
          soonAfterClick: { most: 2, accounts: 1 },
          completions: 9,
          reversed: 0,
        },
        1,
      ).map(({ weight }) => weight);
    expect([getWeights(4), getWeights(5)]).toEqual([['weak'], ['strong']]);
  });
});
