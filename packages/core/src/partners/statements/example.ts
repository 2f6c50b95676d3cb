import { formatMicros } from '@inaam/contracts/common/money';
import type { DifferenceKind, StatementLine } from '@inaam/contracts/networks/statements';

/** A sale that the sandbox network reported with a postback. */
export interface ExampleSale {
  clickId: string;
  transactionId: string;
  micros: bigint;
  currency: string;
  /** `YYYY-MM-DD` */
  day: string;
}

type Change = (line: StatementLine, month: string) => StatementLine[];

/** The last day before a month, `YYYY-MM`. */
function getDayBefore(month: string): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCDate(0);
  return at.toISOString().slice(0, 10);
}

/** Changes that turn a sale's line into a difference. Each change is applied to one sale. */
const changes: Partial<Record<DifferenceKind, Change>> = {
  missing_there: () => [],
  other_amount: (line) => [{ ...line, micros: String(BigInt(line.micros) + 1_000_000n) }],
  other_currency: (line) => [{ ...line, currency: line.currency === 'USD' ? 'EUR' : 'USD' }],
  other_status: (line) => [{ ...line, status: 'reversed' }],
  duplicate_line: (line) => [line, line],
  other_goal: (line) => [{ ...line, goal_id: 'level_9' }],
  other_month: (line, month) => [{ ...line, day: getDayBefore(month) }],
};

/**
 * Builds a month's statement with one difference of each kind. The first seven sales are changed, and the others are
 * listed as they were counted. With fewer sales there are fewer kinds of difference.
 * @param uncounted a sale that the app refused or parked
 */
export function buildExampleStatement(
  sales: readonly ExampleSale[],
  uncounted: ExampleSale,
  month: string,
): StatementLine[] {
  const toLine = ({ clickId, transactionId, micros, currency, day }: ExampleSale): StatementLine => ({
    line: 0,
    day,
    transaction_id: transactionId,
    goal_id: '',
    click_id: clickId,
    offer: '',
    micros: String(micros),
    currency,
    status: 'approved',
  });
  const all = Object.values(changes);
  const changed = sales.flatMap((sale, at) => all[at]?.(toLine(sale), month) ?? [toLine(sale)]);
  const invented = { ...toLine(uncounted), click_id: '' };
  return [
    ...changed,
    toLine(uncounted),
    { ...invented, transaction_id: 'example-missing-here' },
    { ...invented, transaction_id: 'example-unknown-click', click_id: 'example-unknown-click' },
    // Line 1 of the file is the header, so lines are numbered from 2.
  ].map((line, at) => ({ ...line, line: at + 2 }));
}

const headings = ['Transaction ID', 'Goal', 'Click ID', 'Offer ID', 'Payout', 'Currency', 'Status', 'Date'];

/** Formats lines as the CSV file of the sandbox network. */
export const formatExampleStatement = (lines: readonly StatementLine[]): string =>
  [
    headings,
    ...lines.map((line) => [
      line.transaction_id,
      line.goal_id,
      line.click_id,
      line.offer,
      formatMicros(BigInt(line.micros)),
      line.currency,
      line.status,
      line.day ?? '',
    ]),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
