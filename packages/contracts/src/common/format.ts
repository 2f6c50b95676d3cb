/**
 * Numbers, plurals and money for people: en-IN, digits grouped as in India (12,34,568). Every screen and message uses
 * these functions. Times are in time.ts.
 */

const rupees = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', ...options });

const wholeNumber = new Intl.NumberFormat('en-IN');
const upToOneDecimal = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });
const oneDecimal = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const wholeRupees = rupees({ maximumFractionDigits: 0 });

/** Joins first name and last name. The last name may be empty. */
export const joinNames = (first: string, last: string): string => `${first} ${last}`.trim();

/** `12,34,568`: a count; a fraction keeps up to three decimals. */
export const formatCount = (count: number): string => wholeNumber.format(count);

/** `1 voucher`, `12,345 vouchers`. @param many the plural, if it is not the singular plus s */
export const formatPlural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** `7`, `7.3`: up to one decimal. */
export const formatUpToOneDecimal = (value: number): string => upToOneDecimal.format(value);

/** `7.0`, `7.3`: always one decimal. */
export const formatOneDecimal = (value: number): string => oneDecimal.format(value);

/** `1.2L`: short enough for an axis tick. */
export const formatCompact = (value: number): string => compact({}).format(value);

/** `₹12,34,568`: rupees without decimals, as in the specification. */
export const formatRupees = (amount: number): string => wholeRupees.format(amount);

/** `₹12,34,568.50`: rupees with two decimals. */
export const formatExactRupees = (amount: number): string => rupees({ minimumFractionDigits: 2 }).format(amount);

/**
 * `₹1,23,456.50`, `$0.000001`: with at least the usual decimals of the currency, and at most six.
 * @param amount a decimal number as text, so that it is exact
 * @param currency the currency's code of three letters
 */
export const formatMoney = (amount: string, currency: string): string =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency, maximumFractionDigits: 6 }).format(
    amount as `${number}`,
  );

/** `₹1.2L`: rupees, short enough for an axis tick. */
export const formatCompactRupees = (amount: number): string =>
  compact({ style: 'currency', currency: 'INR' }).format(amount);

function compact(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1, ...options });
}
