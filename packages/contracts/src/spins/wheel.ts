import { getWinPermille, type Odds, ROLLS } from '../offers/odds.ts';

/**
 * The geometry of an honest wheel. The total width of an outcome's wedges is its probability. The layout depends only
 * on the odds, so the draw cannot choose what a person sees. The server's draw, the wheel on the screen and tests use
 * this module, so it is pure.
 */

export interface Wedge {
  /** Degrees clockwise from the top of the unturned wheel: a whole number of rolls, so a multiple of 0.36. */
  from: number;
  to: number;
  /** Whole rupees; null for 'Try Again'. */
  amount: number | null;
}

/** Wedges in order, from 0 to 360 degrees without gaps. */
export type WheelLayout = readonly Wedge[];

/** Maximum number of wedges of an amount, unless a wedge would then be wider than {@link MAX_WEDGE_ROLLS}. */
const DEFAULT_WEDGES = 4;
/** The minimum width, if possible, of a prize's wedge and of a gap of 'Try Again': 9 degrees have room for a label. */
const ROLLS_PER_WEDGE = 25;
/** Wedges wider than this (45 degrees) are split. */
const MAX_WEDGE_ROLLS = 125;
/** A gap of 'Try Again' is split into wedges of about this width, so that people see every part of the wheel move. */
const MAX_TRY_AGAIN_ROLLS = 60;

/** Converts rolls to degrees. The product of whole numbers avoids adding up the rounding errors of 0.36. */
const toDegrees = (rolls: number): number => (rolls * 360) / ROLLS;

/** Splits whole rolls into parts that differ by at most one roll. Wider parts are spread evenly. */
const splitRolls = (rolls: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, i) => Math.floor(((i + 1) * rolls) / parts) - Math.floor((i * rolls) / parts));

/** Consecutive rolls on the wheel with the same outcome. */
interface Run {
  amount: number | null;
  rolls: number;
}

/** Spreads prizes around the wheel: wedges of one amount are as far apart as possible. */
function spreadPrizes(odds: Odds): Run[] {
  const placed = getPrizes(odds).flatMap(({ amount, permille: rolls }, order) => {
    if (amount === null || rolls === 0) return [];
    const parts = Math.min(
      Math.max(1, Math.floor(rolls / ROLLS_PER_WEDGE)),
      Math.max(DEFAULT_WEDGES, Math.ceil(rolls / MAX_WEDGE_ROLLS)),
    );
    return splitRolls(rolls, parts).map((width, i) => ({ amount, rolls: width, place: (i + 0.5) / parts, order }));
  });
  return placed.sort((a, b) => a.place - b.place || a.order - b.order).map(({ amount, rolls }) => ({ amount, rolls }));
}

/** Computes the wedges of a wheel: prizes spread around it, with 'Try Again' between them. */
export function computeWedges(odds: Odds): Wedge[] {
  const prizes = spreadPrizes(odds);
  const rest = ROLLS - getWinPermille(odds);
  // As many 'Try Again' gaps as fit. If there are fewer gaps than prizes, some prizes are neighbours.
  const gaps = rest > 0 ? Math.max(1, Math.min(prizes.length, Math.floor(rest / ROLLS_PER_WEDGE))) : 0;
  const widths = splitRolls(rest, gaps);
  const runs: Run[] = [];
  let filled = 0;
  for (const [index, prize] of prizes.entries()) {
    runs.push(prize);
    // The gap after this prize, if a gap belongs here.
    if (Math.floor(((index + 1) * gaps) / prizes.length) > filled) runs.push(...splitTryAgain(widths[filled++] ?? 0));
  }
  if (prizes.length === 0) runs.push(...splitTryAgain(rest));
  let from = 0;
  return runs.map(({ amount, rolls }) => {
    const start = from;
    from += rolls;
    return { from: toDegrees(start), to: toDegrees(from), amount };
  });
}

/** The layout of new spins: {@link computeWedges}. A spin stores the layout that it used. */
export const WHEEL_LAYOUT = 2;

/**
 * Computes the wheel for odds in a version of the layout.
 * @param layout 1: the first release, with one wedge per reward in configuration order and 'Try Again' last; 2: the
 * current layout
 */
export const getWheelLayout = (layout: number, odds: Odds): Wedge[] =>
  layout === 1 ? createWidestWedges(odds) : computeWedges(odds);

function createWidestWedges(odds: Odds): Wedge[] {
  let from = 0;
  return [...odds, { amount: null, permille: ROLLS - getWinPermille(odds) }].flatMap(({ amount, permille }) => {
    const start = from;
    from += permille;
    return permille === 0 ? [] : [{ from: toDegrees(start), to: toDegrees(from), amount }];
  });
}

const splitTryAgain = (rolls: number): Run[] =>
  splitRolls(rolls, Math.max(1, Math.round(rolls / MAX_TRY_AGAIN_ROLLS))).map((width) => ({
    amount: null,
    rolls: width,
  }));

export interface Prize {
  /** Whole rupees; null for 'Try Again'. */
  amount: number | null;
  /** Probability in tenths of a percent. */
  permille: number;
}

/**
 * Possible results of a wheel: each amount once, in configuration order, then 'Try Again'. Amounts with a probability
 * of 0 are included. A prize's index is also the index of its colour.
 */
export function getPrizes(odds: Odds): Prize[] {
  const byAmount = new Map<number, number>();
  for (const { amount, permille } of odds) byAmount.set(amount, (byAmount.get(amount) ?? 0) + permille);
  return [
    ...[...byAmount].map(([amount, permille]) => ({ amount, permille })),
    { amount: null, permille: ROLLS - getWinPermille(odds) },
  ];
}

/** The number of possible landing points within one roll. */
export const PARTS_PER_ROLL = 1000;

/**
 * The point of the wheel that stops under the pointer, in degrees clockwise from the top of the unturned wheel. An
 * outcome's rolls map in order to the roll-wide parts of its wedges, so every point of its wedges is equally likely.
 * @param roll whole, 0 to 999
 * @param permille the position within the roll, 0 to 999, drawn uniformly. A thousand positions look continuous
 */
export function computeLandingAngle(layout: WheelLayout, odds: Odds, roll: number, permille: number): number {
  let amount: number | null = null;
  // The number of this outcome's rolls that are lower than the given roll.
  let before = 0;
  let first = 0;
  const permilleByAmount = new Map<number, number>();
  for (const reward of odds) {
    const seen = permilleByAmount.get(reward.amount) ?? 0;
    if (roll < first + reward.permille) {
      amount = reward.amount;
      before = seen + roll - first;
      break;
    }
    permilleByAmount.set(reward.amount, seen + reward.permille);
    first += reward.permille;
  }
  if (amount === null) before = roll - first;
  for (const wedge of layout) {
    if (wedge.amount !== amount) continue;
    const rolls = Math.round(((wedge.to - wedge.from) * ROLLS) / 360);
    if (before < rolls) return wedge.from + toDegrees(before + (permille + 0.5) / PARTS_PER_ROLL);
    before -= rolls;
  }
  throw new RangeError('the layout is not that of the odds');
}

/** The middle of the widest 'Try Again' wedge. The wheel stops there if the spin's request fails. */
export function tryAgainAngle(layout: WheelLayout): number {
  let widest: Wedge = { from: 0, to: 0, amount: null };
  for (const wedge of layout) {
    // Differences below 1e-6 come from rounding, so the first of equal wedges wins.
    if (wedge.amount === null && wedge.to - wedge.from > widest.to - widest.from + 1e-6) widest = wedge;
  }
  return (widest.from + widest.to) / 2;
}

/** The wedge at a point, in degrees clockwise from the top of the unturned wheel. */
export const wedgeAt = (layout: WheelLayout, angle: number): Wedge | undefined =>
  layout.find(({ from, to }) => from <= angle && angle < to);
