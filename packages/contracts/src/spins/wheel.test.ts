import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ROLLS, rewardAt, winTenths } from '../offers/odds.ts';
import { landingAngle, PARTS_PER_ROLL, slices, tryAgainAngle } from './wheel.ts';

const anyOdds = fc
  .array(fc.record({ amount: fc.integer({ min: 1, max: 999 }), tenths: fc.integer({ min: 0, max: 400 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .filter((odds) => winTenths(odds) < ROLLS);

test('slices are as wide as their odds, in order, and go once around', () => {
  fc.assert(
    fc.property(anyOdds, (odds) => {
      const all = slices(odds);
      expect(all).toHaveLength(odds.length + 1);
      expect(all.at(-1)?.amount).toBeUndefined();
      expect(all[0]?.start).toBe(0);
      expect(all.at(-1)?.end).toBeCloseTo(360, 9);
      for (const [index, slice] of all.entries()) {
        expect(slice.end - slice.start).toBeCloseTo(slice.tenths * 0.36, 9);
        if (index > 0) expect(slice.start).toBe(all[index - 1]?.end);
      }
    }),
  );
});

test('for every roll and both ends of it, the wheel lands inside the slice that the roll wins', () => {
  const odds = [
    { amount: 5, tenths: 1 },
    { amount: 10, tenths: 333 },
    { amount: 15, tenths: 0 },
    { amount: 20, tenths: 665 },
  ];
  const all = slices(odds);
  for (let roll = 0; roll < ROLLS; roll++) {
    const won = all[rewardAt(odds, roll) ?? odds.length];
    for (const part of [0, PARTS_PER_ROLL - 1]) {
      const angle = landingAngle(roll, part);
      expect(angle).toBeGreaterThan(won?.start ?? Number.NaN);
      expect(angle).toBeLessThan(won?.end ?? Number.NaN);
    }
  }
});

test('a failed spin lands in the middle of Try Again', () => {
  expect(tryAgainAngle([{ amount: 5, tenths: 500 }])).toBeCloseTo(270, 9);
});
