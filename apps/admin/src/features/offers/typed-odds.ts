import {
  getWinTenths,
  MAX_REWARDS,
  type Odds,
  percentToTenths,
  type Reward,
  ROLLS,
} from '@inaam/contracts/offers/odds';

/** One row of the odds editor, as it was typed. */
export interface TypedReward {
  amount: string;
  probability: string;
}

/** Specification section 5: what a new offer starts with. */
export const defaultRewards: readonly TypedReward[] = [
  { amount: '5', probability: '10' },
  { amount: '10', probability: '5' },
];

const MAX_AMOUNT = 1_000_000;

export interface RowProblems {
  amount?: string;
  probability?: string;
}

const numberOf = (typed: string): number => (/^\d+(\.\d+)?$/.test(typed.trim()) ? Number(typed) : Number.NaN);

/** What is wrong with a row, field by field; empty when it is a reward. */
export function validateRows({ amount, probability }: TypedReward): RowProblems {
  const rupees = numberOf(amount);
  const problems: RowProblems = {};
  if (!Number.isInteger(rupees) || rupees < 1 || rupees > MAX_AMOUNT) problems.amount = 'A whole number, at least 1';
  if (percentToTenths(numberOf(probability)) === undefined) problems.probability = '0 to 99, in steps of 0.1';
  return problems;
}

const rewardOf = (row: TypedReward): Reward | undefined => {
  const tenths = percentToTenths(numberOf(row.probability));
  return tenths === undefined || validateRows(row).amount ? undefined : { amount: numberOf(row.amount), tenths };
};

export interface TypedOdds {
  /** The rows that are rewards. */
  odds: Odds;
  /** Every row is one. */
  complete: boolean;
  /** Of the probabilities that can be read, in tenths of a percent. */
  winTenths: number;
  /** What is left for 'Try Again', in tenths; never below 0. */
  restTenths: number;
  /** The sum reaches 100 % or more, which no wheel can show. */
  tooHigh: boolean;
}

/**
 * Adds up what was typed, in whole tenths of a percent: 28.4 + 35.8 + 35.8 is 1000, where floats say 99.99999999999999.
 */
export function parseTypedOdds(rows: readonly TypedReward[]): TypedOdds {
  const odds = rows.map(rewardOf).filter((reward) => reward !== undefined);
  const sum = getWinTenths(
    rows.map(({ probability }) => ({ amount: 1, tenths: percentToTenths(numberOf(probability)) ?? 0 })),
  );
  return {
    odds,
    complete: odds.length === rows.length && rows.length >= 1 && rows.length <= MAX_REWARDS,
    winTenths: sum,
    restTenths: Math.max(0, ROLLS - sum),
    tooHigh: sum >= ROLLS,
  };
}

/** Odds that a wheel has room for: what is beyond the full circle is cut off. */
export function fitted(odds: Odds): Odds {
  let room = ROLLS;
  return odds.map(({ amount, tenths }) => {
    const fits = Math.min(tenths, room);
    room -= fits;
    return { amount, tenths: fits };
  });
}

/** The same sums for odds that are saved already. */
export const toTypedOdds = (odds: Odds): TypedOdds =>
  parseTypedOdds(odds.map(({ amount, tenths }) => ({ amount: String(amount), probability: String(tenths / 10) })));
