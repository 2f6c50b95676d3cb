import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getReward, getWinPermille, type Odds, ROLLS } from '../offers/odds.ts';
import { computeLandingAngle, computeWedges, getPrizes, PARTS_PER_ROLL, tryAgainAngle, wedgeAt } from './wheel.ts';

const anyOdds = fc
  .array(fc.record({ amount: fc.integer({ min: 1, max: 30 }), permille: fc.integer({ min: 0, max: 990 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .filter((odds) => getWinPermille(odds) < ROLLS);

/** Counts rolls by amount, from the odds alone; null is 'Try Again'. */
function countRolls(odds: Odds): Map<number | null, number> {
  const rolls = new Map<number | null, number>();
  for (let roll = 0; roll < ROLLS; roll++) {
    const index = getReward(odds, roll);
    const amount = index === undefined ? null : (odds[index]?.amount ?? null);
    rolls.set(amount, (rolls.get(amount) ?? 0) + 1);
  }
  return rolls;
}

const thin: Odds = [
  { amount: 5, permille: 1 },
  { amount: 10, permille: 333 },
  { amount: 15, permille: 0 },
  { amount: 10, permille: 100 },
  { amount: 20, permille: 560 },
];
const usual: Odds = [
  { amount: 5, permille: 100 },
  { amount: 10, permille: 50 },
];

describe('wedges', () => {
  test('cover the whole wheel for 1,000 random odds, with widths that match the odds', () => {
    fc.assert(
      fc.property(anyOdds, (odds) => {
        const layout = computeWedges(odds);
        expect(layout[0]?.from).toBe(0);
        expect(layout.at(-1)?.to).toBe(360);
        const rolls = new Map<number | null, number>();
        for (const [index, { from, to, amount }] of layout.entries()) {
          if (index > 0) expect(from).toBe(layout[index - 1]?.to);
          const width = Math.round((to - from) / 0.36);
          expect(to - from).toBeCloseTo(width * 0.36, 9);
          expect(width).toBeGreaterThan(0);
          rolls.set(amount, (rolls.get(amount) ?? 0) + width);
        }
        expect(rolls).toEqual(countRolls(odds));
      }),
      { numRuns: 1000 },
    );
  });

  test('split ₹5 at 10 % into four wedges of 9 degrees, with Try Again between all prizes', () => {
    const layout = computeWedges(usual);
    const widths = (amount: number | null) =>
      layout.filter((wedge) => wedge.amount === amount).map(({ from, to }) => Math.round((to - from) * 100) / 100);
    expect(widths(5)).toEqual([9, 9, 9, 9]);
    expect(widths(10)).toEqual([9, 9]);
    for (const [index, { amount }] of layout.entries())
      if (amount !== null) expect(layout[(index + 1) % layout.length]?.amount).toBeNull();
    expect(Math.max(...widths(null))).toBeLessThan(26);
  });

  test('are at most 50 for any odds, so that people can tell them apart', () => {
    fc.assert(fc.property(anyOdds, (odds) => computeWedges(odds).length <= 50));
  });

  test('are all Try Again if no prize can be won', () => {
    const layout = computeWedges([{ amount: 5, permille: 0 }]);
    expect(layout.every(({ amount }) => amount === null)).toBe(true);
    expect(layout.at(-1)?.to).toBe(360);
  });
});

describe.each([
  ['the usual odds', usual],
  ['thin, wide, repeated and impossible prizes', thin],
  ['almost nothing but a prize', [{ amount: 7, permille: 990 }]],
  ['no prize', [{ amount: 7, permille: 0 }]],
] as [string, Odds][])('with %s', (_, odds) => {
  test('lands each of the 1,000 rolls in a wedge of its outcome, at a place of its own', () => {
    const layout = computeWedges(odds);
    const places = new Set<number>();
    for (let roll = 0; roll < ROLLS; roll++) {
      const index = getReward(odds, roll);
      const amount = index === undefined ? null : odds[index]?.amount;
      for (let part = 0; part < PARTS_PER_ROLL; part += 37) {
        const angle = computeLandingAngle(layout, odds, roll, part);
        if (wedgeAt(layout, angle)?.amount !== amount) expect.fail(`roll ${roll}, part ${part}: ${angle}`);
      }
      // All parts of a roll land within the same 0.36 degrees.
      const [first, last] = [0, PARTS_PER_ROLL - 1].map((part) => computeLandingAngle(layout, odds, roll, part) / 0.36);
      expect(Math.floor(first ?? Number.NaN)).toBe(Math.floor(last ?? Number.NaN));
      places.add(Math.floor(first ?? Number.NaN));
    }
    expect(places.size).toBe(ROLLS);
  });
});

test('lands a random roll with random odds in a wedge of its outcome', () => {
  const anyRoll = fc.integer({ min: 0, max: ROLLS - 1 });
  const anyPart = fc.integer({ min: 0, max: PARTS_PER_ROLL - 1 });
  fc.assert(
    fc.property(anyOdds, anyRoll, anyPart, (odds, roll, part) => {
      const layout = computeWedges(odds);
      const index = getReward(odds, roll);
      expect(wedgeAt(layout, computeLandingAngle(layout, odds, roll, part))?.amount).toBe(
        index === undefined ? null : odds[index]?.amount,
      );
    }),
    { numRuns: 1000 },
  );
});

test('lists each amount once, even with a probability of 0, and the permilles add up to 1000', () => {
  expect(getPrizes(thin)).toEqual([
    { amount: 5, permille: 1 },
    { amount: 10, permille: 433 },
    { amount: 15, permille: 0 },
    { amount: 20, permille: 560 },
    { amount: null, permille: 6 },
  ]);
});

test('finds the middle of the widest Try Again wedge', () => {
  expect(
    tryAgainAngle([
      { from: 0, to: 180, amount: 5 },
      { from: 180, to: 200, amount: null },
      { from: 200, to: 220, amount: 5 },
      { from: 220, to: 360, amount: null },
    ]),
  ).toBe(290);
  fc.assert(
    fc.property(anyOdds, (odds) => {
      const layout = computeWedges(odds);
      expect(wedgeAt(layout, tryAgainAngle(layout))?.amount).toBeNull();
    }),
  );
});

describe('the number of wedges', () => {
  const countWedges = (odds: Odds, amount: number | null) =>
    computeWedges(odds).filter((wedge) => wedge.amount === amount).length;
  test.each([
    [1, 1],
    [49, 1],
    [50, 2],
    [99, 3],
    [100, 4],
    [500, 4],
    [501, 5],
    [625, 5],
    [626, 6],
  ])('of a prize with %d of 1000 rolls is %d', (permille, expected) => {
    expect(countWedges([{ amount: 5, permille }], 5)).toBe(expected);
  });

  test.each([
    [10, 17],
    [11, 16],
    [950, 2],
    [951, 1],
    [990, 1],
  ])('of Try Again next to a prize with %d rolls is %d', (permille, expected) => {
    expect(countWedges([{ amount: 5, permille }], null)).toBe(expected);
  });
});
