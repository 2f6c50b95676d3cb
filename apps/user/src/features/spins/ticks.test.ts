import { describe, expect, test } from 'vitest';
import { countPegsPassed, getPointerBend } from './ticks.ts';

const pegs = [0, 9, 34, 180];

describe('the pointer', () => {
  test('is straight between pegs', () => {
    for (const point of [20, 100, 270]) expect(getPointerBend(point, pegs)).toBe(0);
  });
  test('bends further with the peg, and straightens behind it', () => {
    // The wheel turns clockwise: the angle under the pointer decreases.
    const bends = [182, 181, 180, 178, 176, 175.9].map((point) => getPointerBend(point, pegs));
    expect(bends.slice(0, 5)).toEqual(bends.slice(0, 5).sort((a, b) => a - b));
    expect(bends[0]).toBe(0);
    expect(bends[4]).toBeCloseTo(20);
    expect(bends[5]).toBe(0);
  });
  test('detects the peg at the top from both sides of zero', () => {
    expect(getPointerBend(359, pegs)).toBeGreaterThan(0);
    expect(getPointerBend(1, pegs)).toBeGreaterThan(0);
  });
});

describe('passed pegs', () => {
  test('are counted between two points, clockwise', () => {
    expect(countPegsPassed(40, 30, pegs)).toBe(1);
    expect(countPegsPassed(40, 5, pegs)).toBe(2);
    expect(countPegsPassed(10, 350, pegs)).toBe(2);
    expect(countPegsPassed(30, 10, pegs)).toBe(0);
    expect(countPegsPassed(30, 30, pegs)).toBe(0);
  });
});
