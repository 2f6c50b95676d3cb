import { type Odds, ROLLS, winTenths } from '../offers/odds.ts';

/** The geometry of an honest wheel: a slice is as wide as its odds, in configuration order, 'Try Again' last. */

export const DEGREES_PER_ROLL = 360 / ROLLS;

export interface Slice {
  /** Whole rupees, or undefined for 'Try Again'. */
  amount: number | undefined;
  tenths: number;
  /** Degrees clockwise from the wheel's own top. */
  start: number;
  end: number;
}

/** All slices, those of no width included, so that a list of prizes can name them. */
export function slices(odds: Odds): Slice[] {
  const rewards: { amount: number | undefined; tenths: number }[] = [
    ...odds,
    { amount: undefined, tenths: ROLLS - winTenths(odds) },
  ];
  let from = 0;
  return rewards.map(({ amount, tenths }) => {
    const start = from * DEGREES_PER_ROLL;
    from += tenths;
    return { amount, tenths, start, end: from * DEGREES_PER_ROLL };
  });
}

/** The parts that one roll is divided into when the landing point is drawn. */
export const PARTS_PER_ROLL = 1000;

/**
 * The point of the wheel that ends under the pointer, in degrees clockwise from the wheel's own top.
 * Because slices take the rolls in the same order as the rewards do, the roll itself is uniform inside the
 * winning slice; the part makes it fine enough that no one sees steps.
 * @param roll whole, 0 to 999
 * @param part whole, 0 to 999, drawn uniformly
 */
export const landingAngle = (roll: number, part: number): number =>
  (roll + (part + 0.5) / PARTS_PER_ROLL) * DEGREES_PER_ROLL;

/** The middle of the 'Try Again' slice: where the wheel lands when a spin fails. */
export function tryAgainAngle(odds: Odds): number {
  const last = slices(odds).at(-1);
  return last ? (last.start + last.end) / 2 : 0;
}
