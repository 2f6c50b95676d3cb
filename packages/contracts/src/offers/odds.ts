/**
 * Odds of an offer's wheel in the draw's units: whole rupees and tenths of a percent. The server's draw and, in the
 * browser, the wheel and the proof page use this module, so it is pure and does not need Zod.
 */

export interface Reward {
  /** Whole rupees, 1 or more. */
  amount: number;
  /** Probability in tenths of a percent, 0 to 990. */
  permille: number;
}
export type Odds = readonly Reward[];

/** The number of rolls: one roll is a tenth of a percent. */
export const ROLLS = 1000;
export const MAX_REWARDS = 5;
export const MAX_PERMILLE = 990;

/** Specification section 5: a missing or unreadable configuration means 5 rupees at 10 % and 10 rupees at 5 %. */
export const DEFAULT_ODDS: Odds = [
  { amount: 5, permille: 100 },
  { amount: 10, permille: 50 },
];

/** The probability of any win, in tenths of a percent. Integers add up exactly, such as 284 + 358 + 358 = 1000. */
export const getWinPermille = (odds: Odds): number => odds.reduce((sum, reward) => sum + reward.permille, 0);

/**
 * Finds the reward of a roll. Rewards take rolls in configuration order, ten rolls per percent.
 * @param roll whole, 0 to 999
 * @returns the reward's index; undefined for 'Try Again'
 */
export function getReward(odds: Odds, roll: number): number | undefined {
  let end = 0;
  for (const [index, reward] of odds.entries()) {
    end += reward.permille;
    if (roll < end) return index;
  }
  return undefined;
}

/** Converts a percent to permille; undefined unless it is 0 to 99 in steps of 0.1. */
export function percentToPermille(percent: number): number | undefined {
  const permille = Math.round(percent * 10);
  const inSteps = Math.abs(percent * 10 - permille) < 1e-6;
  return inSteps && permille >= 0 && permille <= MAX_PERMILLE ? permille : undefined;
}

export const permilleToPercent = (permille: number): number => permille / 10;

export type OddsProblem =
  | 'Spinner config must be JSON with a rewards list'
  | 'There must be 1 to 5 rewards'
  | 'Each reward amount must be a whole number of at least 1'
  | 'Each reward amount must be at most 1000000'
  | 'Each reward probability must be 0 to 99 in steps of 0.1'
  | 'Total win probability must be less than 100%';

const MAX_AMOUNT = 1_000_000;

/**
 * Reads `{"rewards":[{"amount":5,"probability":10}]}`, as JSON text or as an object.
 * @returns the odds, or the first problem
 */
export function readSpinnerConfig(config: unknown): { odds: Odds } | { problem: OddsProblem } {
  let parsed = config;
  if (typeof config === 'string') {
    try {
      parsed = JSON.parse(config);
    } catch {
      return { problem: 'Spinner config must be JSON with a rewards list' };
    }
  }
  const rewards = typeof parsed === 'object' && parsed !== null && 'rewards' in parsed ? parsed.rewards : undefined;
  if (!Array.isArray(rewards)) return { problem: 'Spinner config must be JSON with a rewards list' };
  if (rewards.length < 1 || rewards.length > MAX_REWARDS) return { problem: 'There must be 1 to 5 rewards' };
  const odds: Reward[] = [];
  for (const reward of rewards as unknown[]) {
    const { amount, probability } = (reward ?? {}) as Record<string, unknown>;
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1) {
      return { problem: 'Each reward amount must be a whole number of at least 1' };
    }
    if (amount > MAX_AMOUNT) return { problem: 'Each reward amount must be at most 1000000' };
    const permille = typeof probability === 'number' ? percentToPermille(probability) : undefined;
    if (permille === undefined) return { problem: 'Each reward probability must be 0 to 99 in steps of 0.1' };
    odds.push({ amount, permille });
  }
  if (getWinPermille(odds) >= ROLLS) return { problem: 'Total win probability must be less than 100%' };
  return { odds };
}

/** The configured odds of a wheel, or the default odds if the configuration is missing or unreadable. */
export function oddsOrDefault(config: unknown): Odds {
  const read = readSpinnerConfig(config);
  return 'odds' in read ? read.odds : DEFAULT_ODDS;
}

export const toSpinnerConfig = (odds: Odds): string =>
  JSON.stringify({ rewards: odds.map((r) => ({ amount: r.amount, probability: permilleToPercent(r.permille) })) });
