/** Money is whole paise (1/100 rupee) everywhere but at the edge, where it is a JSON number in rupees. */

const MAX_PAISE = 100_000_000_00;

/** The largest amount that any input takes, in rupees: ten crore. Far below 2^53 paise, so sums stay exact. */
export const MAX_RUPEES = MAX_PAISE / 100;

/** Paise as the JSON number in rupees that the contract documents. */
export const toRupees = (paise: number): number => paise / 100;

/**
 * Rupees from the edge as whole paise.
 * @returns the paise; undefined when the amount is not finite, finer than a paisa, or beyond {@link MAX_RUPEES}.
 */
export function toPaise(rupees: number): number | undefined {
  if (!Number.isFinite(rupees) || Math.abs(rupees) > MAX_RUPEES) return undefined;
  const paise = Math.round(rupees * 100);
  // 0.29 * 100 is 28.999999999999996: compare with a tolerance far below a paisa.
  return Math.abs(rupees * 100 - paise) < 1e-6 * Math.max(1, Math.abs(rupees)) ? paise : undefined;
}

const MICROS = 1_000_000n;

/**
 * A decimal number written as text, as partner networks send it, in millionths of its unit.
 * @returns undefined for anything but an optional minus, up to 12 digits and up to 30 decimals. A double that was
 * written out, such as 0.30000000000000004, has that many.
 */
export function parseMicros(text: string): bigint | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,30}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign, int = '0', frac = ''] = match;
  const digits = BigInt(frac.padEnd(12, '0').slice(0, 12));
  const micros = BigInt(int) * MICROS + (digits + 500_000n) / MICROS;
  return sign ? -micros : micros;
}

/** Millionths of a unit as a decimal number, without zeros at its end: `1.5`. */
export function formatMicros(micros: bigint): string {
  const size = micros < 0n ? -micros : micros;
  const decimals = String(size % MICROS)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${micros < 0n ? '-' : ''}${size / MICROS}${decimals && `.${decimals}`}`;
}

/**
 * A payout in a network's currency as paise, rounded half up.
 * @param micros millionths of the currency's unit
 * @param rateMicros rupees per unit of the currency, in millionths
 */
export function payoutToPaise(micros: bigint, rateMicros: bigint): bigint {
  const scaled = micros * rateMicros * 100n;
  const unit = MICROS * MICROS;
  return scaled >= 0n ? (scaled + unit / 2n) / unit : -((-scaled + unit / 2n) / unit);
}
