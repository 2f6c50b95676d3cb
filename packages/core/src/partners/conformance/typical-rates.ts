/**
 * Wide bounds for the rupees per unit of a currency. A rate outside the bounds probably has a wrong digit or belongs to
 * another currency. The bounds are the lowest and highest reference rates of the Reserve Bank of India and the European
 * Central Bank from 2019 to 2026, extended by a quarter on either side.
 */
const TYPICAL_RATES: Readonly<Record<string, readonly [least: number, most: number]>> = {
  INR: [1, 1],
  USD: [52, 120],
  EUR: [58, 135],
  GBP: [67, 155],
  AUD: [36, 80],
  CAD: [39, 85],
  SGD: [39, 90],
  AED: [14, 33],
  BRL: [10, 25],
  PHP: [1, 2.2],
  IDR: [0.003, 0.008],
  VND: [0.002, 0.005],
  THB: [1.6, 3.6],
  JPY: [0.4, 0.9],
  CNY: [8, 17],
};

/** Returns the bounds; undefined for an unknown currency. */
export const getTypicalRate = (currency: string): readonly [least: number, most: number] | undefined =>
  TYPICAL_RATES[currency];
