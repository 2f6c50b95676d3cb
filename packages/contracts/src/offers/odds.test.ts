import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DEFAULT_ODDS,
  getReward,
  getWinPermille,
  type Odds,
  oddsOrDefault,
  percentToPermille,
  ROLLS,
  readSpinnerConfig,
  toSpinnerConfig,
} from './odds.ts';

/** Any valid odds: 1 to 5 rewards with probabilities that add up to less than 100 %. */
const anyOdds: fc.Arbitrary<Odds> = fc
  .array(fc.record({ amount: fc.integer({ min: 1, max: 10_000 }), permille: fc.integer({ min: 0, max: 990 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .filter((odds) => getWinPermille(odds) < ROLLS);

test('gives each reward its share of the 1000 rolls, in order, and the rest to Try Again', () => {
  const odds = [
    { amount: 5, permille: 1 },
    { amount: 10, permille: 250 },
    { amount: 25, permille: 0 },
    { amount: 50, permille: 333 },
  ];
  const winners = Array.from({ length: ROLLS }, (_, roll) => getReward(odds, roll));
  expect(winners.filter((winner) => winner === 0)).toHaveLength(1);
  expect(winners.filter((winner) => winner === 1)).toHaveLength(250);
  expect(winners.filter((winner) => winner === 2)).toHaveLength(0);
  expect(winners.filter((winner) => winner === 3)).toHaveLength(333);
  expect(winners.filter((winner) => winner === undefined)).toHaveLength(416);
  expect(winners[0]).toBe(0);
  expect(winners[1]).toBe(1);
  expect(winners[250]).toBe(1);
  expect(winners[251]).toBe(3);
  expect(winners[583]).toBe(3);
  expect(winners[584]).toBeUndefined();
  expect(winners[999]).toBeUndefined();
});

test('gives each reward as many rolls as its permille, and later rewards higher rolls, for any odds', () => {
  fc.assert(
    fc.property(anyOdds, (odds) => {
      const winners = Array.from({ length: ROLLS }, (_, roll) => getReward(odds, roll) ?? odds.length);
      for (const [index, { permille }] of odds.entries()) {
        expect(winners.filter((winner) => winner === index)).toHaveLength(permille);
      }
      expect(winners).toEqual(winners.toSorted((a, b) => a - b));
      expect(winners.at(-1)).toBe(odds.length);
    }),
    { numRuns: 60 },
  );
});

test('reads the same odds from the text that it writes', () => {
  fc.assert(
    fc.property(anyOdds, (odds) => {
      expect(readSpinnerConfig(toSpinnerConfig(odds))).toEqual({ odds });
    }),
  );
});

describe('the limits of a configuration', () => {
  const config = (...rewards: unknown[]) => JSON.stringify({ rewards });
  test.each([
    [
      'a win probability of exactly 100 % (28.4 + 35.8 + 35.8)',
      config({ amount: 5, probability: 28.4 }, { amount: 5, probability: 35.8 }, { amount: 5, probability: 35.8 }),
      'Total win probability must be less than 100%',
    ],
    ['no rewards', config(), 'There must be 1 to 5 rewards'],
    [
      'six rewards',
      config(...Array.from({ length: 6 }, () => ({ amount: 5, probability: 1 }))),
      'There must be 1 to 5 rewards',
    ],
    [
      'a fraction of a rupee',
      config({ amount: 5.5, probability: 1 }),
      'Each reward amount must be a whole number of at least 1',
    ],
    [
      'more than a million rupees',
      config({ amount: 1_000_001, probability: 1 }),
      'Each reward amount must be at most 1000000',
    ],
    ['no amount', config({ probability: 1 }), 'Each reward amount must be a whole number of at least 1'],
    ['a zero amount', config({ amount: 0, probability: 1 }), 'Each reward amount must be a whole number of at least 1'],
    [
      '99.1 percent',
      config({ amount: 5, probability: 99.1 }),
      'Each reward probability must be 0 to 99 in steps of 0.1',
    ],
    [
      'a hundredth of a percent',
      config({ amount: 5, probability: 0.05 }),
      'Each reward probability must be 0 to 99 in steps of 0.1',
    ],
    [
      'a negative probability',
      config({ amount: 5, probability: -1 }),
      'Each reward probability must be 0 to 99 in steps of 0.1',
    ],
    [
      'text for a number',
      config({ amount: 5, probability: '10' }),
      'Each reward probability must be 0 to 99 in steps of 0.1',
    ],
    ['null for a reward', config(null), 'Each reward amount must be a whole number of at least 1'],
    ['a text in place of the list', '"rewards"', 'Spinner config must be JSON with a rewards list'],
    ['no JSON', '{rewards', 'Spinner config must be JSON with a rewards list'],
  ])('rejects a configuration with %s', (_, text, problem) => {
    expect(readSpinnerConfig(text)).toEqual({ problem });
    expect(oddsOrDefault(text)).toEqual(DEFAULT_ODDS);
  });

  test('accepts probabilities that add up to just below 100 %', () => {
    expect(readSpinnerConfig(config({ amount: 5, probability: 99 }, { amount: 6, probability: 0.9 }))).toEqual({
      odds: [
        { amount: 5, permille: 990 },
        { amount: 6, permille: 9 },
      ],
    });
  });
});

test('converts every step of 0.1 from 0 to 99 to whole permille', () => {
  for (let permille = 0; permille <= 990; permille++) expect(percentToPermille(permille / 10)).toBe(permille);
});

test('accepts five rewards, one rupee and a million rupees', () => {
  const rewards = [1, 2, 3, 4, 1_000_000].map((amount) => ({ amount, probability: 0 }));
  expect(readSpinnerConfig({ rewards })).toEqual({ odds: rewards.map(({ amount }) => ({ amount, permille: 0 })) });
});
