import { formatCount, formatExactRupees, formatPlural } from '@inaam/contracts/common/format';
import { formatDate } from '@inaam/contracts/common/time';
import { Button } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { StatusDot } from '@inaam/ui/status-dot';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Question } from '../../../page/question.tsx';
import type { FormValues } from './brand-of-line.ts';
import type { CodeLine } from './code-lines.ts';
import { downloadRejectedRows, getRejectedRows } from './rejected-rows.ts';
import {
  allVerdicts,
  type CheckedLine,
  type CodesReport,
  getReason,
  isCaseVariant,
  linesToAdd,
  reportWords,
  sumAmounts,
  type Verdict,
  verdicts,
} from './report.ts';

/** The maximum number of lines in the table, because more make the page slow. A filter by verdict shows the others. */
const MAX_ROWS = 500;
/** Verdicts that are always shown, even with a count of 0. */
const usualVerdicts: readonly Verdict[] = ['valid', 'duplicate_in_list', 'duplicate_in_stock', 'malformed'];

type ShownLines = Verdict | 'trouble' | 'left_out';

/** Reports on a file: the amounts to add, the counts by verdict, and the lines. Pressing a count filters the lines. */
export function ImportReport({
  report,
  form,
  onReport,
}: {
  report: CodesReport;
  form: FormValues;
  onReport: (report: CodesReport) => void;
}) {
  const { lines, leftOut } = report;
  const counts = Object.fromEntries(
    allVerdicts.map((verdict) => [verdict, lines.filter((line) => line.verdict === verdict).length]),
  ) as Record<Verdict, number>;
  // Problems come first.
  const hasTroubles = lines.some(({ verdict }) => verdict !== 'valid');
  const [shown, setShown] = useState<ShownLines>(hasTroubles ? 'trouble' : leftOut.length > 0 ? 'left_out' : 'valid');
  const rejected = getRejectedRows(report);
  const toggle = (next: ShownLines) => setShown(shown === next ? 'trouble' : next);
  return (
    <section aria-label="Report" className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-base font-semibold tabular-nums">
          {reportWords(counts)}
        </p>
        {rejected.rows.length > 0 && (
          <Button
            small
            icon={<Download aria-hidden className="size-4" />}
            onClick={() => downloadRejectedRows(rejected)}
          >
            Download rejected rows
          </Button>
        )}
      </div>
      {lines.some(isCaseVariant) && (
        <Question
          text={`${formatPlural(counts.differs_in_case, 'code differs', 'codes differ')} from another in upper and lower case only`}
          answers={[
            { value: 'leave', label: 'Same code: skip it' },
            { value: 'add', label: 'Separate codes: add them' },
          ]}
          chosen={report.addsCaseVariants === undefined ? undefined : report.addsCaseVariants ? 'add' : 'leave'}
          onChoose={(answer) => onReport({ ...report, addsCaseVariants: answer === 'add' })}
        />
      )}
      <AmountsToAdd lines={linesToAdd(report)} form={form} />
      <div className="grid grid-cols-2 gap-2">
        {allVerdicts
          .filter((verdict) => counts[verdict] > 0 || usualVerdicts.includes(verdict))
          .map((verdict) => (
            <CountButton
              key={verdict}
              pressed={shown === verdict}
              count={counts[verdict]}
              onClick={() => toggle(verdict)}
            >
              <StatusDot tone={verdicts[verdict].tone} wrap>
                {verdicts[verdict].label}
              </StatusDot>
            </CountButton>
          ))}
        {leftOut.length > 0 && (
          <CountButton pressed={shown === 'left_out'} count={leftOut.length} onClick={() => toggle('left_out')}>
            <StatusDot tone="neutral" wrap>
              Left out
            </StatusDot>
          </CountButton>
        )}
      </div>
      <LinesTable report={report} shown={shown} />
    </section>
  );
}

const CountButton = ({
  pressed,
  count,
  onClick,
  children,
}: {
  pressed: boolean;
  count: number;
  onClick: () => void;
  children: ReactNode;
}) => (
  <button
    type="button"
    aria-pressed={pressed}
    onClick={onClick}
    className={cx(
      'flex min-h-control items-center justify-between gap-2 rounded-control border px-3 text-left',
      pressed ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:bg-sunken',
    )}
  >
    {children}
    <span className="font-semibold tabular-nums">{formatCount(count)}</span>
  </button>
);

/** The amounts that the import adds, before anything is saved. */
function AmountsToAdd({ lines, form }: { lines: readonly CheckedLine[]; form: FormValues }) {
  const { sums, total } = sumAmounts(lines, form);
  if (sums.length === 0) return null;
  return (
    <Table caption="Amounts to add" className="max-h-64">
      <thead>
        <tr>
          <Th>Brand</Th>
          <Th numeric>Amount</Th>
          <Th numeric>Codes</Th>
          <Th numeric>Sum</Th>
        </tr>
      </thead>
      <tbody>
        {sums.map(({ brand, amount, codes }) => (
          <Tr key={`${brand} ${amount}`}>
            <Td className="wrap-anywhere">{brand}</Td>
            <Td numeric>{amount === undefined ? 'No amount' : formatExactRupees(amount)}</Td>
            <Td numeric>{formatCount(codes)}</Td>
            <Td numeric>{amount === undefined ? '–' : formatExactRupees(amount * codes)}</Td>
          </Tr>
        ))}
        <Tr>
          <Td className="font-semibold">Total</Td>
          <Td />
          <Td numeric className="font-semibold">
            {formatCount(lines.length)}
          </Td>
          <Td numeric className="font-semibold">
            {formatExactRupees(total)}
          </Td>
        </Tr>
      </tbody>
    </Table>
  );
}

/** The values that the file contains for a line: `PIN 1234 · ₹500.00 · Zomato · 5 Jun 2027`. */
const lineDetails = ({ pin, amount, brand, expiry }: CodeLine): string =>
  [pin && `PIN ${pin}`, amount !== undefined && formatExactRupees(amount), brand, expiry && formatDate(expiry)]
    .filter(Boolean)
    .join(' · ');

function LinesTable({ report: { lines, leftOut }, shown }: { report: CodesReport; shown: ShownLines }) {
  const rows =
    shown === 'left_out'
      ? leftOut.map(({ line, cells, reason }) => ({
          line,
          code: cells.filter(Boolean).join(', '),
          details: '',
          report: (
            <StatusDot tone="neutral" wrap>
              Left out: {reason}
            </StatusDot>
          ),
        }))
      : lines
          .filter(({ verdict }) => (shown === 'trouble' ? verdict !== 'valid' : verdict === shown))
          .map((line) => ({
            line: line.line,
            code: line.code,
            details: lineDetails(line),
            report: (
              <StatusDot tone={verdicts[line.verdict].tone} wrap>
                <span className="block">{getReason(line)}</span>
                {line.problem?.cell && <span className="block text-muted wrap-anywhere">{line.problem.cell}</span>}
              </StatusDot>
            ),
          }));
  if (rows.length === 0) return <p className="text-muted">No matching lines.</p>;
  return (
    <>
      <Table caption="Lines of the list" className="max-h-64">
        <thead>
          <tr>
            <Th numeric>Line</Th>
            <Th>Code</Th>
            <Th>Report</Th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map(({ line, code, details, report }) => (
            <Tr key={line}>
              <Td numeric>{line}</Td>
              <Td className="w-full max-w-0">
                <span className="code block wrap-anywhere">{code}</span>
                {details && <span className="block text-xs text-muted wrap-anywhere">{details}</span>}
              </Td>
              <Td className="min-w-28">{report}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {rows.length > MAX_ROWS && <p className="text-xs text-muted">The first {formatCount(MAX_ROWS)} are shown.</p>}
    </>
  );
}
