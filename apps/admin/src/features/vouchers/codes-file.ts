import { parseTypedNumber, toPaise } from '@inaam/contracts/common/money';

/** The meaning of a column in a file of codes. */
export const columnKinds = ['code', 'amount', 'brand', 'expiry', 'ignore'] as const;
export type ColumnKind = (typeof columnKinds)[number];

/** A parsed file; `rows[0]` is line 1. */
export interface CodesFile {
  rows: readonly (readonly string[])[];
  hasHeadings: boolean;
  /** The guessed meaning of each column, by its heading. */
  kinds: readonly ColumnKind[];
}

/** Known headings of columns. */
const names: Record<Exclude<ColumnKind, 'ignore'>, readonly string[]> = {
  code: ['code', 'voucher_code', 'voucher code', 'codes', 'pin', 'gift code'],
  amount: ['amount', 'voucher_amount', 'value', 'denomination', 'rupees', 'inr'],
  brand: ['brand', 'voucher_brand', 'merchant', 'brand name'],
  expiry: ['expiry', 'expiry_date', 'expiry date', 'expires', 'valid until', 'valid till'],
};

function guessKind(heading: string): ColumnKind {
  const word = heading.trim().toLowerCase();
  const kind = (Object.keys(names) as (keyof typeof names)[]).find((each) => names[each].includes(word));
  return kind ?? 'ignore';
}

/**
 * Parses a CSV or a plain list, from a file or pasted. The first row counts as headings if one of them names the codes;
 * without headings the first column holds the codes. The parser loads on demand.
 */
export async function readCodesFile(text: string): Promise<CodesFile> {
  const { default: papa } = await import('papaparse');
  const { data } = papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimitersToGuess: [',', '\t', ';', '|'],
    skipEmptyLines: false,
  });
  while (data.at(-1)?.every((cell) => cell.trim() === '')) data.pop();
  const width = Math.max(0, ...data.map((row) => row.length));
  const headings = (data[0] ?? []).map(guessKind);
  const hasHeadings = headings.includes('code');
  // One column of each kind: a second one of the same name means something else.
  const kinds = Array.from({ length: width }, (_, at): ColumnKind => {
    if (!hasHeadings) return at === 0 ? 'code' : 'ignore';
    const kind = headings[at] ?? 'ignore';
    return headings.indexOf(kind) === at ? kind : 'ignore';
  });
  return { rows: data, hasHeadings, kinds };
}

/** Changes a column's meaning; the column that had it before is ignored. */
export const withKind = (kinds: readonly ColumnKind[], at: number, kind: ColumnKind): ColumnKind[] =>
  kinds.map((each, index) => (index === at ? kind : each === kind && kind !== 'ignore' ? 'ignore' : each));

/** A line's data about its voucher; undefined where it has no such column. */
export interface CodeLine {
  line: number;
  code: string;
  amount?: number | undefined;
  brand?: string | undefined;
  /** `YYYY-MM-DD` */
  expiry?: string | undefined;
  /** Why the line cannot be read. */
  problem?: string | undefined;
}

/** `2027-03-31` from `2027-03-31`, `31/03/2027`, `31-3-2027` or `31.03.2027`; undefined where it is no date. */
export function parseDay(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const indian = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  const parts = iso ? [iso[1], iso[2], iso[3]] : indian ? [indian[3], indian[2], indian[1]] : undefined;
  if (!parts) return undefined;
  const day = parts.map((part) => part?.padStart(2, '0')).join('-');
  const at = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? undefined : day;
}

/** Rupees from `₹1,000`, `500.00`, `Rs. 50` or `50/-`; undefined where it is no amount above 0. */
export function parseAmount(text: string): number | undefined {
  const bare = text.replace(/^(₹|rs\.?|inr)\s*/i, '').replace(/\s*(\/-|₹|rs\.?|inr)$/i, '');
  const rupees = parseTypedNumber(bare) ?? 0;
  return (toPaise(rupees) ?? 0) > 0 ? rupees : undefined;
}

/**
 * Lines with a code, by the columns' meaning.
 * @param today the day in India, `YYYY-MM-DD`
 */
export function toCodeLines({ rows, hasHeadings }: CodesFile, kinds: readonly ColumnKind[], today: string): CodeLine[] {
  const at = (kind: ColumnKind) => kinds.indexOf(kind);
  return rows.flatMap((row, index) => {
    const cell = (kind: ColumnKind) => (at(kind) < 0 ? '' : (row[at(kind)] ?? '').trim());
    const code = cell('code');
    if (code === '' || (hasHeadings && index === 0)) return [];
    const [amountText, expiryText] = [cell('amount'), cell('expiry')];
    const [amount, expiry] = [parseAmount(amountText), parseDay(expiryText)];
    const problem =
      amountText !== '' && amount === undefined
        ? 'No amount'
        : expiryText !== '' && expiry === undefined
          ? `Invalid date: ${expiryText}`
          : expiry !== undefined && expiry < today
            ? 'Already expired'
            : undefined;
    return [{ line: index + 1, code, amount, brand: cell('brand') || undefined, expiry, problem }];
  });
}

/** Codes of one call: all other values are equal. */
export interface CodeBatch {
  amount?: number | undefined;
  brand?: string | undefined;
  expiry?: string | undefined;
  codes: string[];
}

/** Groups lines by their other values and cuts the groups into calls. @param size the maximum of codes in a call */
export function toBatches(lines: readonly CodeLine[], size: number): CodeBatch[] {
  const groups = Map.groupBy(lines, ({ amount, brand, expiry }) => JSON.stringify([amount, brand, expiry]));
  return [...groups.values()].flatMap((group) => {
    const { amount, brand, expiry } = group[0] ?? {};
    return Array.from({ length: Math.ceil(group.length / size) }, (_, at) => ({
      amount,
      brand,
      expiry,
      codes: group.slice(at * size, (at + 1) * size).map(({ code }) => code),
    }));
  });
}
