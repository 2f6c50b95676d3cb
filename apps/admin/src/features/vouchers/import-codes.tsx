import { formatCount, formatPlural } from '@inaam/contracts/common/format';
import { istDay } from '@inaam/contracts/common/time';
import { type CodeVerdict, MAX_CHECKED } from '@inaam/contracts/vouchers/bulk-and-check';
import type { Tone } from '@inaam/ui/badge';
import { Button } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { Select } from '@inaam/ui/select';
import { StatusDot } from '@inaam/ui/status-dot';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { Textarea } from '@inaam/ui/textarea';
import { Download, FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { getErrorText } from '../../app/errors.ts';
import { saveFile } from '../../app/save-file.ts';
import { trpc } from '../../app/trpc.ts';
import {
  type CodeLine,
  type CodesFile,
  type ColumnKind,
  columnKinds,
  readCodesFile,
  toCodeLines,
  withKind,
} from './codes-file.ts';

const MAX_FILE_BYTES = 2_000_000;
const TOO_MANY = `At most ${formatCount(MAX_CHECKED)} lines at once`;

type Verdict = CodeVerdict | 'unreadable';

/** A line with its verdict. */
export interface CheckedLine extends CodeLine {
  verdict: Verdict;
}

/** A checked file, and the form fields that its columns fill in. */
export interface CodesReport {
  lines: readonly CheckedLine[];
  kinds: readonly ColumnKind[];
}

/** Reads a dropped, chosen or pasted file, maps its columns and reports each line before anything is saved. */
export function ImportCodes({
  report,
  onReport,
  problem,
}: {
  report: CodesReport | undefined;
  onReport: (report: CodesReport | undefined) => void;
  /** Why the file cannot be saved. */
  problem: string | undefined;
}) {
  const fileId = useId();
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [over, setOver] = useState(false);
  const [file, setFile] = useState<CodesFile>();
  const check = trpc.admin.vouchers.check.useMutation({
    onError: (error) => setRefusal(getErrorText(error, 'The codes could not be checked. Please try again.')),
  });

  const judge = (read: CodesFile) => {
    const lines = toCodeLines(read, read.kinds, istDay(new Date()));
    setFile(read);
    onReport(undefined);
    if (lines.length === 0) setRefusal('No codes found');
    else if (lines.length > MAX_CHECKED) setRefusal(TOO_MANY);
    else {
      setRefusal(undefined);
      check.mutate(
        { codes: lines.map(({ code }) => code) },
        {
          // The server returns one verdict for each line, in order.
          onSuccess: ({ lines: judged }) =>
            onReport({
              kinds: read.kinds,
              lines: lines.map((line, at) => ({
                ...line,
                verdict: line.problem ? 'unreadable' : (judged[at]?.verdict ?? 'malformed'),
              })),
            }),
        },
      );
    }
  };
  const examine = async (list: string) => judge(await readCodesFile(list));
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > MAX_FILE_BYTES) return setRefusal('The file is too large for a list of codes');
    const list = await chosen.text();
    setText(list);
    await examine(list);
  };

  return (
    <div className="grid min-w-0 gap-3">
      <label
        htmlFor={fileId}
        className={cx(
          'relative grid justify-items-center gap-1 rounded-card border border-dashed p-5 text-center has-focus-visible:outline-2 has-focus-visible:outline-focus',
          over ? 'border-accent bg-accent-soft' : 'border-edge bg-sunken',
        )}
      >
        <FileUp aria-hidden className="size-6 text-accent" />
        <span className="font-semibold">Drop a CSV here, or choose a file</span>
        <span className="text-xs text-muted">Codes, with optional amount, brand and expiry date. {TOO_MANY}.</span>
        <input
          id={fileId}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          aria-label="File of voucher codes"
          // Covers the whole box, so that the browser handles a dropped file.
          className="absolute inset-0 cursor-pointer opacity-0"
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            // Otherwise choosing the corrected file again fires no event.
            event.target.value = '';
          }}
        />
      </label>
      <Textarea
        label="Or paste them"
        rows={3}
        spellCheck={false}
        inputClassName="code"
        value={text}
        error={refusal ?? problem}
        onChange={(event) => {
          setText(event.target.value);
          setRefusal(undefined);
          setFile(undefined);
          // The report belongs to the old text.
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
      {file && file.kinds.length > 1 && <ColumnMap file={file} onKinds={(kinds) => judge({ ...file, kinds })} />}
      {report && <ImportReport report={report} />}
    </div>
  );
}

const kindWords: Record<ColumnKind, string> = {
  code: 'Code',
  amount: 'Amount',
  brand: 'Brand',
  expiry: 'Expiry date',
  ignore: 'Skip',
};
const PREVIEWED = 3;

/** The meaning of each column, above the first lines. */
function ColumnMap({ file, onKinds }: { file: CodesFile; onKinds: (kinds: ColumnKind[]) => void }) {
  const { rows, hasHeadings, kinds } = file;
  const shown = rows.slice(hasHeadings ? 1 : 0).slice(0, PREVIEWED);
  const columns = kinds.map((kind, at) => ({ kind, at }));
  return (
    <section aria-label="Columns of the file" className="grid min-w-0 gap-2">
      <h3 className="text-sm">Map columns</h3>
      <Table caption="The first lines of the file">
        <thead>
          <tr>
            {columns.map(({ kind, at }) => (
              <Th key={at}>
                <Select
                  label={`Column ${at + 1}`}
                  hideLabel
                  value={kind}
                  onChange={(event) => {
                    const next = columnKinds.find((each) => each === event.target.value) ?? 'ignore';
                    onKinds(withKind(kinds, at, next));
                  }}
                >
                  {columnKinds.map((each) => (
                    <option key={each} value={each}>
                      {kindWords[each]}
                    </option>
                  ))}
                </Select>
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no other identity
            <Tr key={line}>
              {columns.map(({ kind, at }) => (
                <Td key={at} className={cx(kind === 'code' && 'code', kind === 'ignore' && 'text-muted')}>
                  {row[at] ?? ''}
                </Td>
              ))}
            </Tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

const verdicts: Record<Verdict, { label: string; tone: Tone }> = {
  valid: { label: 'Valid', tone: 'good' },
  duplicate_in_list: { label: 'Duplicate in the list', tone: 'warn' },
  duplicate_in_stock: { label: 'Duplicate in stock', tone: 'warn' },
  malformed: { label: 'Invalid code', tone: 'bad' },
  unreadable: { label: 'Invalid amount or date', tone: 'bad' },
};
/** More rows make the page slow; the filter by verdict reaches the rest. */
const MAX_ROWS = 500;

const getReason = ({ verdict, problem }: CheckedLine): string => problem ?? verdicts[verdict].label;

/** The rejected rows, as a file to correct. */
const problemsCsv = (lines: readonly CheckedLine[]): string =>
  [
    'line,code,problem',
    ...lines.map((line) => [line.line, quoteCell(line.code), quoteCell(getReason(line))].join(',')),
    '',
  ].join('\r\n');
/** A cell that no spreadsheet runs as a formula. */
const quoteCell = (text: string): string => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** `4 new, 1 repeat, 2 invalid` */
export function reportWords(counts: Readonly<Record<Verdict, number>>): string {
  const repeats = counts.duplicate_in_list + counts.duplicate_in_stock;
  const bad = counts.malformed + counts.unreadable;
  return [
    `${formatCount(counts.valid)} new`,
    repeats > 0 && formatPlural(repeats, 'repeat'),
    bad > 0 && `${formatCount(bad)} invalid`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The verdicts: counts that filter the lines, and the lines with their numbers. */
function ImportReport({ report: { lines } }: { report: CodesReport }) {
  const all = Object.keys(verdicts) as Verdict[];
  const counts = Object.fromEntries(
    all.map((verdict) => [verdict, lines.filter((line) => line.verdict === verdict).length]),
  ) as Record<Verdict, number>;
  // Problems come first.
  const troubles = lines.filter(({ verdict }) => verdict !== 'valid');
  const [shown, setShown] = useState<Verdict | 'trouble'>(troubles.length > 0 ? 'trouble' : 'valid');
  const matching = shown === 'trouble' ? troubles : lines.filter(({ verdict }) => verdict === shown);
  return (
    <section aria-label="Report" className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-base font-semibold tabular-nums">
          {reportWords(counts)}
        </p>
        {troubles.length > 0 && (
          <Button
            small
            icon={<Download aria-hidden className="size-4" />}
            onClick={() => saveFile('rejected-codes.csv', problemsCsv(troubles), 'text/csv')}
          >
            Download rejected rows
          </Button>
        )}
      </div>
      <div className="grid grid-cols-2 gap-2">
        {all
          .filter((verdict) => verdict !== 'unreadable' || counts.unreadable > 0)
          .map((verdict) => (
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
      {matching.length === 0 ? (
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
            {matching.slice(0, MAX_ROWS).map((line) => (
              <Tr key={line.line}>
                <Td numeric>{line.line}</Td>
                <Td className="w-full max-w-0">
                  <span className="code block wrap-anywhere">{line.code}</span>
                </Td>
                <Td>
                  <StatusDot tone={verdicts[line.verdict].tone}>{getReason(line)}</StatusDot>
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      {matching.length > MAX_ROWS && <p className="text-xs text-muted">The first {formatCount(MAX_ROWS)} are shown.</p>}
    </section>
  );
}
