import { ROLLS, readSpinnerConfig, toSpinnerConfig } from '@inaam/contracts/offers/odds';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clampToCircle, defaultRewards, parseTypedOdds, validateRows } from './typed-odds.ts';

const rows = (...pairs: [string, string][]) => pairs.map(([amount, probability]) => ({ amount, probability }));

test('refuses probabilities of 28.4 + 35.8 + 35.8 percent and accepts a tenth of a percent less', () => {
  expect(28.4 + 35.8 + 35.8).toBeLessThan(100);
  const full = parseTypedOdds(rows(['5', '28.4'], ['10', '35.8'], ['20', '35.8']));
  expect(full).toMatchObject({ winPermille: 1000, restPermille: 0, tooHigh: true });
  const less = parseTypedOdds(rows(['5', '28.3'], ['10', '35.8'], ['20', '35.8']));
  expect(less).toMatchObject({ winPermille: 999, restPermille: 1, tooHigh: false, complete: true });
});

test('starts a new offer with ₹5 at 10 % and ₹10 at 5 %', () => {
  expect(parseTypedOdds(defaultRewards)).toEqual({
    odds: [
      { amount: 5, permille: 100 },
      { amount: 10, permille: 50 },
    ],
    complete: true,
    winPermille: 150,
    restPermille: 850,
    tooHigh: false,
  });
});

test.each([
  ['0', '10', 'amount'],
  ['', '10', 'amount'],
  ['2.5', '10', 'amount'],
  ['-3', '10', 'amount'],
  ['1e3', '10', 'amount'],
  ['5', '99.1', 'probability'],
  ['5', '10.05', 'probability'],
  ['5', '1,5', 'probability'],
  ['5', '', 'probability'],
  ['5', '-1', 'probability'],
])('refuses a reward of %j at %j %%, because of its %s', (amount, probability, field) => {
  expect(Object.keys(validateRows({ amount, probability }))).toEqual([field]);
  expect(parseTypedOdds([{ amount, probability }]).complete).toBe(false);
});

test('accepts exactly what the server accepts', () => {
  const typed = fc.record({
    amount: fc.oneof(fc.integer({ min: -1, max: 2000 }).map(String), fc.constant('')),
    probability: fc.integer({ min: -5, max: 1005 }).map((permille) => (permille / 10).toFixed(1)),
  });
  fc.assert(
    fc.property(fc.array(typed, { minLength: 1, maxLength: 6 }), (list) => {
      const { odds, complete, tooHigh } = parseTypedOdds(list);
      const server = readSpinnerConfig({
        rewards: list.map((row) => ({
          amount: row.amount === '' ? undefined : Number(row.amount),
          probability: Number(row.probability),
        })),
      });
      expect(complete && !tooHigh).toBe('odds' in server);
      if ('odds' in server) expect(readSpinnerConfig(toSpinnerConfig(odds))).toEqual(server);
    }),
  );
});

test('never shows slices beyond a full wheel', () => {
  const reward = fc.record({ amount: fc.integer({ min: 1, max: 500 }), permille: fc.integer({ min: 0, max: 990 }) });
  fc.assert(
    fc.property(fc.array(reward, { maxLength: 5 }), (odds) => {
      const sum = clampToCircle(odds).reduce((total, { permille }) => total + permille, 0);
      expect(sum).toBe(
        Math.min(
          ROLLS,
          odds.reduce((total, { permille }) => total + permille, 0),
        ),
      );
    }),
  );
});

test('accepts amounts from one rupee to a million', () => {
  const isReward = (amount: string) => validateRows({ amount, probability: '99' }).amount === undefined;
  expect(['1', '1000000', '1000001'].map(isReward)).toEqual([true, true, false]);
});
