import { voucherTypes } from '@inaam/contracts/vouchers/vouchers';
import { parseAmount, parseDay } from '../../../files/cells.ts';

/** The meaning of a column in a file of codes. */
export const columnKinds = ['code', 'pin', 'amount', 'brand', 'type', 'expiry', 'ignore'] as const;
export type ColumnKind = (typeof columnKinds)[number];

/**
 * Headings that issuers and spreadsheets write, in lower case and without punctuation, separated by commas. Blanks are
 * ignored, because some exports write `VoucherNo` and `EndDate`.
 */
const headingLists = {
  code: `
    code, codes, voucher, vouchers, voucher code, voucher codes, voucher number, voucher no, e voucher code,
    e voucher number, e voucher no, evoucher code, evoucher no, gift code, gift card, gift card code,
    gift card number, gift card no, gc code, gc number, gc no, giftcard code, giftcard number, card number,
    card no, card code, cardnumber, claim code, coupon, coupon code, promo code, redemption code,
    redeem code, activation code, e code, voucher id, voucher code number, unique code, one time code,
    कोड, वाउचर कोड, कूपन कोड
  `,
  pin: `
    pin, pins, pin code, pin no, pin number, card pin, cardpin, voucher pin, e voucher pin, gift card pin,
    gc pin, security code, security pin, secret code, secure code, one time pin, पिन
  `,
  amount: `
    amount, amt, value, face value, denomination, denom, price, rupees, rs, inr, mrp, voucher amount,
    voucher amt, voucher value, card value, card amount, gift card value, balance, राशि, मूल्य
  `,
  brand: `
    brand, voucher brand, brand name, merchant, merchant name, retailer, store, product name, ब्रांड
  `,
  type: `
    type, voucher type, brand family, gift card type, card type, category, product
  `,
  expiry: `
    expiry, expiry date, expiry dt, expires, expires on, expire date, exp date, expiration, expiration date,
    valid until, valid till, valid upto, valid up to, valid thru, validity, validity date, validity end date,
    end date, use by, use before, समाप्ति तिथि, अंतिम तिथि
  `,
  serial: `
    s no, sr, sr no, sl, sl no, serial, serial no, serial number, sequence, sequence no, no, #, index, row, line,
    क्रमांक
  `,
};
type Name = keyof typeof headingLists;

const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');

const namesByHeading: ReadonlyMap<string, Name> = new Map(
  (Object.keys(headingLists) as Name[]).flatMap((name) =>
    headingLists[name].split(',').map((word) => [withoutBlanks(word), name] as const),
  ),
);

/** `Amt (Rs)` becomes `amt`, `Voucher_Value in INR` becomes `voucher value`, `Expiry DD/MM/YYYY` becomes `expiry`. */
const normalise = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}#]+/gu, ' ')
    .trim()
    .replace(/ (in )?(rs|inr|rupees)$/, '')
    .replace(/( (d{1,2}|m{1,3}|y{2,4})){3}$/, '');

const getName = (cell: string): Name | undefined => namesByHeading.get(withoutBlanks(normalise(cell)));

/** Whether a cell is a known heading; a heading is never a code. */
export const isColumnName = (cell: string): boolean => getName(cell) !== undefined;

const HEADINGS_WITHIN = 20;

/**
 * Finds the row of headings among the first rows: the row that names the most columns. The row must name a column of
 * codes or PINs, or at least two columns.
 * @returns the row's index; -1 if there are no headings
 */
export function findHeadings(rows: readonly (readonly string[])[]): number {
  const counts = rows.slice(0, HEADINGS_WITHIN).map((row) => {
    const knownNames = row.map(getName).filter((name) => name !== undefined);
    return knownNames.some((name) => name === 'code' || name === 'pin') || knownNames.length > 1
      ? knownNames.length
      : 0;
  });
  const maxCount = Math.max(0, ...counts);
  return maxCount === 0 ? -1 : counts.indexOf(maxCount);
}

type Values = readonly string[];

/** Whether the values are row numbers: `1`, `2`, `3`. */
const isSerial = (values: Values): boolean =>
  values.length > 1 &&
  values.every((value, index) => /^\d+$/.test(value) && Number(value) === Number(values[0]) + index);

const MAX_FACE_VALUE = 100_000;
const areAmounts = (values: Values): boolean =>
  values.length > 0 && values.every((value) => (parseAmount(value) ?? Number.POSITIVE_INFINITY) <= MAX_FACE_VALUE);

const areDays = (values: Values): boolean =>
  values.length > 0 && values.every((value) => /\D/.test(value) && parseDay(value, 'day first') !== undefined);

function guessByContent(values: Values): ColumnKind | undefined {
  if (values.length === 0 || isSerial(values)) return 'ignore';
  if (areDays(values)) return 'expiry';
  return areAmounts(values) ? 'amount' : undefined;
}

/** The type that a cell names: `Zomato Ltd` and `Gift Card - Zomato` are zomato. */
export const findType = (cell: string): (typeof voucherTypes)[number] | undefined => {
  const words = normalise(cell).split(' ');
  const namedType = words.flatMap((word) => voucherTypes.find((type) => type === word && type !== 'other') ?? [])[0];
  return namedType ?? (words[0] === 'other' ? 'other' : undefined);
};

const SAMPLE_ROWS = 50;

/**
 * Guesses the meaning of each column by its heading, or by its content if the heading is missing or unknown.
 * @param headings undefined if the file has none
 */
export function guessKinds(
  headings: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
  width: number,
): ColumnKind[] {
  const getValues = (index: number) =>
    rows
      .slice(0, SAMPLE_ROWS)
      .map((row) => (row[index] ?? '').trim())
      .filter(Boolean);
  const headingNames = Array.from({ length: width }, (_, index) => getName(headings?.[index] ?? ''));
  const code = headingNames.includes('code') ? 'code' : 'pin';
  const kinds = headingNames.map((name, index): ColumnKind | undefined => {
    // A second column whose heading has the same meaning is ignored, because each meaning has only one column.
    if (name && headingNames.indexOf(name) !== index) return 'ignore';
    if (name === code) return 'code';
    if (name === 'serial') return 'ignore';
    // Some issuers fill a column Type with values such as "E-gift card", which are no voucher types.
    if (name === 'type') return getValues(index).some(findType) ? 'type' : 'ignore';
    return name ?? (headings ? undefined : guessByContent(getValues(index)));
  });
  if (!kinds.includes('code')) {
    const unknownColumn = kinds.findIndex(
      (kind, index) => !kind && (!headings || guessByContent(getValues(index)) === undefined),
    );
    // If every column seems to have another meaning, the first one is taken as the codes, because a list with one
    // column contains only codes.
    kinds[Math.max(0, unknownColumn)] = 'code';
  }
  return kinds.map((kind, index) => (kind && kinds.indexOf(kind) === index ? kind : 'ignore'));
}

/** Changes a column's meaning. Another column with the same meaning becomes ignored. */
export const withKind = (kinds: readonly ColumnKind[], column: number, kind: ColumnKind): ColumnKind[] =>
  kinds.map((each, index) => (index === column ? kind : each === kind && kind !== 'ignore' ? 'ignore' : each));
