import { parseTypedNumber } from '@inaam/contracts/common/money';
import {
  getWinPermille,
  MAX_REWARDS,
  type Odds,
  percentToPermille,
  type Reward,
  ROLLS,
} from '@inaam/contracts/offers/odds';

/** One row of the odds editor, as typed. */
export interface TypedReward {
  amount: string;
  probability: string;
}

/** Specification section 5: the defaults of a new offer. */
export const defaultRewards: readonly TypedReward[] = [
  { amount: '5', probability: '10' },
  { amount: '10', probability: '5' },
];

const MAX_AMOUNT = 1_000_000;

export interface RowProblems {
  amount?: string;
  probability?: string;
}

const parseNumber = (typed: string): number => parseTypedNumber(typed) ?? Number.NaN;

/** The problems of a row by field; empty if the row is valid. */
export function validateRows({ amount, probability }: TypedReward): RowProblems {
  const rupees = parseNumber(amount);
  const problems: RowProblems = {};
  if (!Number.isInteger(rupees) || rupees < 1 || rupees > MAX_AMOUNT) problems.amount = 'A whole number, at least 1';
  if (percentToPermille(parseNumber(probability)) === undefined) problems.probability = '0 to 99, in steps of 0.1';
  return problems;
}

const parseReward = (row: TypedReward): Reward | undefined => {
  const permille = percentToPermille(parseNumber(row.probability));
  return permille === undefined || validateRows(row).amount ? undefined : { amount: parseNumber(row.amount), permille };
};

export interface TypedOdds {
  /** The valid rows. */
  odds: Odds;
  /** True if every row is valid. */
  complete: boolean;
  /** The sum of the valid probabilities, in tenths of a percent. */
  winPermille: number;
  /** The probability of 'Try Again', in tenths of a percent; at least 0. */
  restPermille: number;
  /** True if the sum reaches 100 %, which leaves no room for 'Try Again'. */
  tooHigh: boolean;
}

/** Sums up typed odds in whole tenths of a percent: 28.4 + 35.8 + 35.8 is 1000, where floats give 99.99999999999999. */
export function parseTypedOdds(rows: readonly TypedReward[]): TypedOdds {
  const odds = rows.map(parseReward).filter((reward) => reward !== undefined);
  const sum = getWinPermille(
    rows.map(({ probability }) => ({ amount: 1, permille: percentToPermille(parseNumber(probability)) ?? 0 })),
  );
  return {
    odds,
    complete: odds.length === rows.length && rows.length >= 1 && rows.length <= MAX_REWARDS,
    winPermille: sum,
    restPermille: Math.max(0, ROLLS - sum),
    tooHigh: sum >= ROLLS,
  };
}

/** Cuts off the slices that exceed the full circle. */
export function clampToCircle(odds: Odds): Odds {
  let room = ROLLS;
  return odds.map(({ amount, permille }) => {
    const shownPermille = Math.min(permille, room);
    room -= shownPermille;
    return { amount, permille: shownPermille };
  });
}

/** Sums up saved odds in the same form as typed odds. */
export const toTypedOdds = (odds: Odds): TypedOdds =>
  parseTypedOdds(odds.map(({ amount, permille }) => ({ amount: String(amount), probability: String(permille / 10) })));
