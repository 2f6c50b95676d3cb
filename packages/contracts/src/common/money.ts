/** Money is whole paise (1/100 rupee) inside the server and a JSON number of rupees in the API. */

const MAX_PAISE = 100_000_000_00;

/** The largest amount of any input, in rupees: ten crore. Far below 2^53 paise, so sums stay exact. */
export const MAX_RUPEES = MAX_PAISE / 100;

/**
 * A tolerance in paise, larger than the rounding errors of amounts up to {@link MAX_RUPEES} and far smaller than a
 * paisa.
 */
const ROUNDING_ERROR = 1e-5;

/** Converts paise to rupees, the unit of the API. */
export const toRupees = (paise: number): number => paise / 100;

/**
 * Converts rupees to whole paise.
 * @returns paise; undefined if the amount is not finite, is finer than a paisa, or exceeds {@link MAX_RUPEES}
 */
export function toPaise(rupees: number): number | undefined {
  if (!Number.isFinite(rupees) || Math.abs(rupees) > MAX_RUPEES) return undefined;
  const paise = Math.round(rupees * 100);
  // 0.29 * 100 is 28.999999999999996.
  return Math.abs(rupees * 100 - paise) < ROUNDING_ERROR ? paise : undefined;
}

/**
 * Digits, optionally in Western (`1,000,000`) or Indian (`10,00,000`) groups, with optional decimals after a full stop.
 * Three decimals are refused, because much of Europe writes a thousand as `1.000`.
 */
const TYPED_NUMBER = /^(\d{1,15}|[1-9]\d{0,2}(,\d{3}){1,4}|[1-9]\d?(,\d{2}){0,6},\d{3})(\.(\d{1,2}|\d{4,6}))?$/;

/**
 * Parses a number without a sign that a person typed or a file contains.
 * @returns undefined for any other text, such as `1,50`, which would become 150 without the comma
 */
export function parseTypedNumber(text: string): number | undefined {
  const typed = text.trim();
  return TYPED_NUMBER.test(typed) ? Number(typed.replaceAll(',', '')) : undefined;
}

const MICROS = 1_000_000n;

/**
 * Parses a decimal text from a partner network into millionths, rounded half away from zero.
 * @returns undefined unless the text is an optional minus, up to 12 digits and up to 30 decimals. So many decimals are
 * allowed for printed doubles such as 0.30000000000000004. Decimals need no digits before them (`.50`).
 */
export function parseMicros(text: string): bigint | undefined {
  const match = /^(-?)(?=[\d.])(\d{0,12})(?:\.(\d{1,30}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign, int = '', frac = ''] = match;
  const digits = BigInt(frac.padEnd(12, '0').slice(0, 12));
  const micros = BigInt(int) * MICROS + (digits + 500_000n) / MICROS;
  return sign ? -micros : micros;
}

/** Formats millionths as a decimal without trailing zeros: `1.5`. */
export function formatMicros(micros: bigint): string {
  const size = micros < 0n ? -micros : micros;
  const decimals = String(size % MICROS)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${micros < 0n ? '-' : ''}${size / MICROS}${decimals && `.${decimals}`}`;
}

/**
 * Converts a payout in a network's currency to paise, rounded half away from zero.
 * @param micros millionths of the currency's unit
 * @param rateMicros rupees per unit of the currency, in millionths
 */
export function payoutToPaise(micros: bigint, rateMicros: bigint): bigint {
  const scaled = micros * rateMicros * 100n;
  const unit = MICROS * MICROS;
  return scaled >= 0n ? (scaled + unit / 2n) / unit : -((-scaled + unit / 2n) / unit);
}
