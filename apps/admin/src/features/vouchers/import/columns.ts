import { voucherTypes } from '@inaam/contracts/vouchers/vouchers';
import { parseAmount, parseDay } from '../../../files/cells.ts';

/** The meaning of a column in a file of codes. */
export const columnKinds = ['code', 'pin', 'amount', 'brand', 'type', 'expiry', 'ignore'] as const;
export type ColumnKind = (typeof columnKinds)[number];

/**
 * Headings that issuers and spreadsheets write, in lower case and without punctuation, separated by commas. Blanks are
 * ignored, because some exports write `VoucherNo` and `EndDate`.
 */
const names = {
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
type Name = keyof typeof names;

const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');

const namesByHeading: ReadonlyMap<string, Name> = new Map(
  (Object.keys(names) as Name[]).flatMap((name) =>
    names[name].split(',').map((word) => [withoutBlanks(word), name] as const),
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

/** Whether a cell is the name of a column, which is never a code. */
export const isColumnName = (cell: string): boolean => getName(cell) !== undefined;

const HEADINGS_WITHIN = 20;

/**
 * Finds the row of headings among the first rows: the row that names the most columns, and at least a code or two
 * columns.
 * @returns the row's index; -1 if there are no headings
 */
export function findHeadings(rows: readonly (readonly string[])[]): number {
  const counts = rows.slice(0, HEADINGS_WITHIN).map((row) => {
    const found = row.map(getName).filter((name) => name !== undefined);
    return found.some((name) => name === 'code' || name === 'pin') || found.length > 1 ? found.length : 0;
  });
  const most = Math.max(0, ...counts);
  return most === 0 ? -1 : counts.indexOf(most);
}

type Values = readonly string[];

/** Whether the values are row numbers: `1`, `2`, `3`. */
const isSerial = (values: Values): boolean =>
  values.length > 1 && values.every((value, at) => /^\d+$/.test(value) && Number(value) === Number(values[0]) + at);

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
  const named = words.flatMap((word) => voucherTypes.find((type) => type === word && type !== 'other') ?? [])[0];
  return named ?? (words[0] === 'other' ? 'other' : undefined);
};

const SAMPLED = 50;

/**
 * Guesses the meaning of each column by its heading, or by its content if the heading is missing or unknown.
 * @param headings undefined if the file has none
 */
export function guessKinds(
  headings: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
  width: number,
): ColumnKind[] {
  const getValues = (at: number) =>
    rows
      .slice(0, SAMPLED)
      .map((row) => (row[at] ?? '').trim())
      .filter(Boolean);
  const named = Array.from({ length: width }, (_, at) => getName(headings?.[at] ?? ''));
  const code = named.includes('code') ? 'code' : 'pin';
  const kinds = named.map((name, at): ColumnKind | undefined => {
    // A second column of the same name means something else.
    if (name && named.indexOf(name) !== at) return 'ignore';
    if (name === code) return 'code';
    if (name === 'serial') return 'ignore';
    // Issuers also use a heading Type for values such as "E-gift card".
    if (name === 'type') return getValues(at).some(findType) ? 'type' : 'ignore';
    return name ?? (headings ? undefined : guessByContent(getValues(at)));
  });
  if (!kinds.includes('code')) {
    const free = kinds.findIndex((kind, at) => !kind && (!headings || guessByContent(getValues(at)) === undefined));
    // A single column contains the codes, whatever they look like.
    kinds[Math.max(0, free)] = 'code';
  }
  return kinds.map((kind, at) => (kind && kinds.indexOf(kind) === at ? kind : 'ignore'));
}

/** Changes a column's meaning. Another column with the same meaning becomes ignored. */
export const withKind = (kinds: readonly ColumnKind[], at: number, kind: ColumnKind): ColumnKind[] =>
  kinds.map((each, index) => (index === at ? kind : each === kind && kind !== 'ignore' ? 'ignore' : each));
