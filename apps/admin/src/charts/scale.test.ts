import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createZeroBasedScale, getDayAt, toShare } from './scale.ts';

test('starts at zero and ends on a round number', () => {
  expect(createZeroBasedScale([3, 17, 8])).toEqual({ min: 0, max: 20, ticks: [0, 10, 20] });
  expect(createZeroBasedScale([1, 2])).toEqual({ min: 0, max: 2, ticks: [0, 1, 2] });
  expect(createZeroBasedScale([0, 0])).toEqual({ min: 0, max: 1, ticks: [0, 1] });
  expect(createZeroBasedScale([])).toEqual({ min: 0, max: 1, ticks: [0, 1] });
});

test('extends below zero for a loss and keeps zero as a tick', () => {
  expect(createZeroBasedScale([-40, 100])).toEqual({ min: -50, max: 100, ticks: [-50, 0, 50, 100] });
  expect(createZeroBasedScale([-12])).toEqual({ min: -15, max: 0, ticks: [-15, -10, -5, 0] });
});

test('contains all values, and has at most six whole ticks, one of them zero', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1_000_000, max: 100_000_000 }), { maxLength: 90 }), (values) => {
      const scale = createZeroBasedScale(values);
      expect(scale.ticks).toContain(0);
      expect(scale.ticks.length).toBeLessThanOrEqual(6);
      for (const tick of scale.ticks) expect(Number.isInteger(tick)).toBe(true);
      for (const value of values) {
        expect(toShare(scale, value)).toBeGreaterThanOrEqual(0);
        expect(toShare(scale, value)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('maps any pointer position to a day', () => {
  expect([-0.2, 0, 0.1, 0.5, 0.999, 1, 1.4].map((share) => getDayAt(share, 7))).toEqual([0, 0, 0, 3, 6, 6, 6]);
});
