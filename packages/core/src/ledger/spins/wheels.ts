import { type Odds, toSpinnerConfig } from '@inaam/contracts/offers/odds';
import { getWheelLayout, type Wedge, WHEEL_LAYOUT } from '@inaam/contracts/spins/wheel';
import { LRUCache } from 'lru-cache';

/** A wheel's odds, in the two forms that API answers contain. */
export interface Wheel {
  wedges: Wedge[];
  /** The value of `spinner_config` in API answers. */
  config: string;
}

/** Enough for a few hundred offers with a few versions each. */
const MAX_CACHED_WHEELS = 2000;

const wheels = new LRUCache<string, Wheel>({ max: MAX_CACHED_WHEELS });

/**
 * Returns the wheel of odds, cached because many users share the same odds.
 * @returns a shared object; do not modify it
 */
export function getWheel(odds: Odds, layout: number = WHEEL_LAYOUT): Wheel {
  let key = String(layout);
  for (const { amount, permille } of odds) key += ` ${amount}:${permille}`;
  const known = wheels.get(key);
  if (known) return known;
  const wheel = { wedges: getWheelLayout(layout, odds), config: toSpinnerConfig(odds) };
  wheels.set(key, wheel);
  return wheel;
}
