import { formatCount } from '@inaam/contracts/common/format';
import { type CodeVerdict, codeVerdicts, MAX_CHECKED, type VoucherCheck } from '@inaam/contracts/vouchers/tools';
import type { Tone } from '@inaam/ui/badge';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { StatusDot } from '@inaam/ui/status-dot';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { Textarea } from '@inaam/ui/textarea';
import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { errorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';

const MAX_FILE_BYTES = 2_000_000;
const TOO_MANY = `At most ${formatCount(MAX_CHECKED)} lines at once`;

/** A CSV or a list, dropped, chosen or pasted; then the report on each of its lines, before anything is saved. */
export function ImportCodes({
  report,
  onReport,
  problem,
}: {
  report: VoucherCheck | undefined;
  onReport: (report: VoucherCheck | undefined) => void;
  /** Why it cannot be saved as it is. */
  problem: string | undefined;
}) {
  const fileId = useId();
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [over, setOver] = useState(false);
  const check = trpc.admin.vouchers.check.useMutation({
    onSuccess: onReport,
    onError: (error) => setRefusal(errorText(error, 'The codes could not be checked. Please try again.')),
  });

  const examine = async (list: string) => {
    setRefusal(undefined);
    onReport(undefined);
    const codes = await readCodes(list);
    if (codes.every((code) => code === '')) setRefusal('There is no code in it');
    else if (codes.length > MAX_CHECKED) setRefusal(TOO_MANY);
    else check.mutate({ codes });
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) return setRefusal('The file is too large for a list of codes');
    const list = await file.text();
    setText(list);
    await examine(list);
  };

  return (
    <div className="grid gap-3">
      <label
        htmlFor={fileId}
        className={cx(
          'relative grid justify-items-center gap-1 rounded-card border border-dashed p-5 text-center has-focus-visible:outline-2 has-focus-visible:outline-focus',
          over ? 'border-accent bg-accent-soft' : 'border-edge bg-sunken',
        )}
      >
        <FileUp aria-hidden className="size-6 text-accent" />
        <span className="font-semibold">Drop a CSV here, or choose a file</span>
        <span className="text-xs text-muted">The column “code” or “voucher_code”, else the first one. {TOO_MANY}.</span>
        <input
          id={fileId}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          aria-label="File of voucher codes"
          // Lies over all of the box, so that a file dropped on it is taken as the browser takes it.
          className="absolute inset-0 cursor-pointer opacity-0"
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            // The same file may be chosen again after it was corrected.
            event.target.value = '';
          }}
        />
      </label>
      <Textarea
        label="Or paste them"
        rows={5}
        spellCheck={false}
        inputClassName="code"
        value={text}
        error={refusal ?? problem}
        onChange={(event) => {
          setText(event.target.value);
          setRefusal(undefined);
          // The report is of another text.
          onReport(undefined);
        }}
      />
      <Button
        className="justify-self-start"
        busy={check.isPending}
        busyLabel="Checking..."
        onClick={() => void examine(text)}
      >
        Check codes
      </Button>
      {report && <ImportReport report={report} />}
      {report?.counts.valid === 0 && (
        <Banner tone="info" title="Nothing to add">
          None of the lines is a new code.
        </Banner>
      )}
    </div>
  );
}

const verdicts: Record<CodeVerdict, { label: string; tone: Tone }> = {
  valid: { label: 'Valid', tone: 'good' },
  duplicate_in_list: { label: 'Duplicate in the list', tone: 'warn' },
  duplicate_in_stock: { label: 'Duplicate in stock', tone: 'warn' },
  malformed: { label: 'Malformed', tone: 'bad' },
};
/** More rows than this make a page slow; the filter by verdict finds the rest. */
const MAX_ROWS = 500;

/** What would become of each line: counts that choose which lines are shown, and the lines with their numbers. */
function ImportReport({ report: { lines, counts } }: { report: VoucherCheck }) {
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
            <span className="font-semibold tabular-nums">{formatCount(counts[verdict])}</span>
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
        <p className="text-xs text-muted">The first {formatCount(MAX_ROWS)} of them are shown.</p>
      )}
    </section>
  );
}

/** Names by which a column of codes is known. */
const CODE_COLUMNS = ['code', 'voucher_code', 'voucher code', 'codes'];

/**
 * The codes of a table, one for each of its lines, so that their places are the line numbers: the column that is named
 * as codes are, else the first one. A line of headings counts as blank.
 */
function codesOf(rows: readonly (readonly string[])[]): string[] {
  const headings = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase());
  const named = headings.findIndex((heading) => CODE_COLUMNS.includes(heading));
  return rows.map((row, index) => (named >= 0 && index === 0 ? '' : (row[Math.max(0, named)] ?? '').trim()));
}

/**
 * Reads a CSV or a plain list, as a file holds it or as it was pasted. The parser is fetched when it is first needed.
 */
export async function readCodes(text: string): Promise<string[]> {
  const { default: papa } = await import('papaparse');
  const { data } = papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimitersToGuess: [',', '\t', ';', '|'],
    skipEmptyLines: false,
  });
  const codes = codesOf(data);
  while (codes.at(-1) === '') codes.pop();
  return codes;
}
