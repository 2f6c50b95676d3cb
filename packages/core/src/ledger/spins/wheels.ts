import { type Odds, toSpinnerConfig } from '@inaam/contracts/offers/odds';
import { getWheelLayout, type Wedge, WHEEL_LAYOUT } from '@inaam/contracts/spins/wheel';
import { LRUCache } from 'lru-cache';

/** Odds as answers show them. */
export interface Wheel {
  wedges: Wedge[];
  /** `spinner_config` of the contract. */
  config: string;
}

/** Versions of odds that are kept: offers are a few hundred, and each has a few. */
const MAX_CACHED_WHEELS = 2000;

const made = new LRUCache<string, Wheel>({ max: MAX_CACHED_WHEELS });

/**
 * The wheel of odds, worked out once for all who see the same ones: a list of offers shows one for each that somebody
 * completed.
 * @returns what others are shown, too: not to be changed
 */
export function getWheel(odds: Odds, layout: number = WHEEL_LAYOUT): Wheel {
  let key = String(layout);
  for (const { amount, tenths } of odds) key += ` ${amount}:${tenths}`;
  const known = made.get(key);
  if (known) return known;
  const wheel = { wedges: getWheelLayout(layout, odds), config: toSpinnerConfig(odds) };
  made.set(key, wheel);
  return wheel;
}
