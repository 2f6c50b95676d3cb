import { type CodeVerdict, codeVerdicts, type VoucherCheck } from '@inaam/contracts/vouchers/tools';
import type { Tone } from '@inaam/ui/badge';
import { cx } from '@inaam/ui/cx';
import { StatusDot } from '@inaam/ui/status-dot';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { useState } from 'react';

const verdicts: Record<CodeVerdict, { label: string; tone: Tone }> = {
  valid: { label: 'Valid', tone: 'good' },
  duplicate_in_list: { label: 'Duplicate in the list', tone: 'warn' },
  duplicate_in_stock: { label: 'Duplicate in stock', tone: 'warn' },
  malformed: { label: 'Malformed', tone: 'bad' },
};
/** More rows than this make a page slow; the filter by verdict finds the rest. */
const MAX_ROWS = 500;

/** What would become of each line: counts that choose which lines are shown, and the lines with their numbers. */
export function ImportReport({ report: { lines, counts } }: { report: VoucherCheck }) {
  // What needs a look comes first.
  const troubles = lines.length - counts.valid;
  const [shown, setShown] = useState<CodeVerdict | 'trouble'>(troubles > 0 ? 'trouble' : 'valid');
  const wanted = lines.filter(({ verdict }) => (shown === 'trouble' ? verdict !== 'valid' : verdict === shown));
  return (
    <section aria-label="Report" className="grid min-w-0 gap-2">
      <div className="grid grid-cols-2 gap-2">
        {codeVerdicts.map((verdict) => (
          <button
            key={verdict}
            type="button"
            aria-pressed={shown === verdict}
            onClick={() => setShown(shown === verdict ? 'trouble' : verdict)}
            className={cx(
              'flex min-h-control items-center justify-between gap-2 rounded-control border px-3 text-left',
              shown === verdict ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:bg-sunken',
            )}
          >
            <StatusDot tone={verdicts[verdict].tone} wrap>
              {verdicts[verdict].label}
            </StatusDot>
            <span className="font-semibold tabular-nums">{counts[verdict].toLocaleString('en-IN')}</span>
          </button>
        ))}
      </div>
      {wanted.length === 0 ? (
        <p className="text-muted">No such lines.</p>
      ) : (
        <Table caption="Lines of the list" className="max-h-64">
          <thead>
            <tr>
              <Th numeric>Line</Th>
              <Th>Code</Th>
              <Th>Report</Th>
            </tr>
          </thead>
          <tbody>
            {wanted.slice(0, MAX_ROWS).map(({ line, code, verdict }) => (
              <Tr key={line}>
                <Td numeric>{line}</Td>
                <Td className="w-full max-w-0">
                  <span className="code block truncate">{code}</span>
                </Td>
                <Td>
                  <StatusDot tone={verdicts[verdict].tone}>{verdicts[verdict].label}</StatusDot>
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      {wanted.length > MAX_ROWS && (
        <p className="text-xs text-muted">The first {MAX_ROWS.toLocaleString('en-IN')} of them are shown.</p>
      )}
    </section>
  );
}
