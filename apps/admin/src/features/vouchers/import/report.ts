import { formatCount, formatPlural } from '@inaam/contracts/common/format';
import type { CodeVerdict } from '@inaam/contracts/vouchers/bulk-and-check';
import type { Tone } from '@inaam/ui/badge';
import { groupBy } from '../../../app/group-by.ts';
import type { LeftOut } from '../../../files/read-table.ts';
import { type FormValues, resolveBrand } from './brand-of-line.ts';
import type { CodeLine } from './code-lines.ts';
import type { ColumnKind } from './columns.ts';

export type Verdict = CodeVerdict | 'unreadable';

/** A line with its verdict. */
export interface CheckedLine extends CodeLine {
  verdict: Verdict;
}

/** A checked file: the meaning of its columns, its lines with their verdicts, and the lines that are not vouchers. */
export interface CodesReport {
  headings: readonly string[] | undefined;
  kinds: readonly ColumnKind[];
  lines: readonly CheckedLine[];
  leftOut: readonly LeftOut[];
  /** Whether to add codes that differ from another code only in case; undefined until the admin answers. */
  addsCaseVariants?: boolean | undefined;
}

export const verdicts: Record<Verdict, { label: string; tone: Tone }> = {
  valid: { label: 'Valid', tone: 'good' },
  duplicate_in_list: { label: 'Duplicate in the list', tone: 'warn' },
  duplicate_in_stock: { label: 'Duplicate in stock', tone: 'warn' },
  differs_in_case: { label: 'Differs in case only', tone: 'warn' },
  damaged: { label: 'Damaged by a spreadsheet', tone: 'bad' },
  malformed: { label: 'Invalid code', tone: 'bad' },
  unreadable: { label: 'Invalid row', tone: 'bad' },
};

export const allVerdicts = Object.keys(verdicts) as Verdict[];

export const getReason = ({ verdict, problem }: CheckedLine): string => problem?.text ?? verdicts[verdict].label;

/** The lines that the import saves. */
export const linesToAdd = ({ lines, addsCaseVariants }: CodesReport): CheckedLine[] =>
  lines.filter(({ verdict }) => verdict === 'valid' || (addsCaseVariants && verdict === 'differs_in_case'));

/** What the admin has to do before the import can start; undefined if it can start. */
export function findOpenQuestion(report: CodesReport | undefined): string | undefined {
  if (report && report.addsCaseVariants === undefined && report.lines.some(isCaseVariant)) {
    return 'Answer the question about upper and lower case first';
  }
  if (report && linesToAdd(report).length > 0) return undefined;
  return 'Choose a file or paste codes: there are no new codes to add yet';
}

export const isCaseVariant = ({ verdict }: CheckedLine): boolean => verdict === 'differs_in_case';

/** `4 new, 1 repeat, 2 invalid` */
export function reportWords(counts: Readonly<Record<Verdict, number>>): string {
  const repeats = counts.duplicate_in_list + counts.duplicate_in_stock;
  const bad = counts.damaged + counts.malformed + counts.unreadable;
  return [
    `${formatCount(counts.valid)} new`,
    repeats > 0 && formatPlural(repeats, 'repeat'),
    counts.differs_in_case > 0 && `${formatCount(counts.differs_in_case)} differing in case only`,
    bad > 0 && `${formatCount(bad)} invalid`,
  ]
    .filter(Boolean)
    .join(', ');
}

export interface AmountSum {
  brand: string;
  /** The amount in rupees; undefined if neither the file nor the form has an amount. */
  amount: number | undefined;
  codes: number;
}

/** Counts the codes to add by brand and amount. The form's values apply to lines without brand or amount. */
export function sumAmounts(lines: readonly CheckedLine[], form: FormValues): { sums: AmountSum[]; total: number } {
  const entries = lines.map((line) => ({
    brand: resolveBrand(line, form).voucher_brand,
    amount: line.amount ?? form.amount,
  }));
  const groups = groupBy(entries, ({ brand, amount }) => JSON.stringify([brand, amount]));
  const sums = [...groups.values()]
    .flatMap(([first, ...others]): AmountSum[] => (first ? [{ ...first, codes: others.length + 1 }] : []))
    .toSorted((a, b) => a.brand.localeCompare(b.brand, 'en-IN') || (a.amount ?? 0) - (b.amount ?? 0));
  return { sums, total: sums.reduce((sum, { amount = 0, codes }) => sum + amount * codes, 0) };
}
