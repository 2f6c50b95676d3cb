import { formatCount } from '@inaam/contracts/common/format';
import { formatDate, istDay } from '@inaam/contracts/common/time';
import { MAX_CHECKED } from '@inaam/contracts/vouchers/bulk-and-check';
import { Button } from '@inaam/ui/button';
import { Textarea } from '@inaam/ui/textarea';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { getErrorText } from '../../../app/errors.ts';
import { trpc } from '../../../app/trpc.ts';
import { type DayOrder, dayOrders, parseDay } from '../../../files/cells.ts';
import { FileBox } from '../../../files/file-box.tsx';
import { findSizeProblem } from '../../../files/file-size.ts';
import { decodeText } from '../../../files/read-file.ts';
import { Banner } from '../../../page/banner.tsx';
import { Question } from '../../../page/question.tsx';
import { type FormValues, resolveBrand } from './brand-of-line.ts';
import { type CodesFile, getAmbiguousDate, getDayOrder, readCodesFile, toCodeLines } from './code-lines.ts';
import { ColumnMap } from './column-map.tsx';
import { ImportReport } from './import-report.tsx';
import { downloadRejectedRows, useRejectedRows } from './rejected-rows.ts';
import type { CodesReport } from './report.ts';

const MAX_MEGABYTES = 2;
const TOO_MANY = `At most ${formatCount(MAX_CHECKED)} lines at once`;

/** Reads a dropped, chosen or pasted file, maps its columns and reports each line before anything is saved. */
export function ImportCodes({
  report,
  form,
  onReport,
  problem,
}: {
  report: CodesReport | undefined;
  form: FormValues;
  onReport: (report: CodesReport | undefined) => void;
  /** The reason why the file cannot be saved. */
  problem: string | undefined;
}) {
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [file, setFile] = useState<CodesFile>();
  const [order, setOrder] = useState<DayOrder>();
  const check = trpc.admin.vouchers.check.useMutation({
    onError: (error) => setRefusal(getErrorText(error, 'The codes could not be checked. Please try again.')),
  });

  const checkLines = (codesFile: CodesFile, chosen: DayOrder | undefined) => {
    setFile(codesFile);
    setOrder(chosen);
    setRefusal(undefined);
    onReport(undefined);
    const fileOrder = getDayOrder(codesFile, codesFile.kinds);
    const dayOrder = fileOrder === 'ask' ? chosen : fileOrder;
    // Lines are checked only after the question about the date format is answered.
    if (!dayOrder) return;
    const { lines, leftOut } = toCodeLines(codesFile, codesFile.kinds, { order: dayOrder, today: istDay(new Date()) });
    const linesWithCode = lines.filter(({ code }) => code !== '');
    if (linesWithCode.length === 0) setRefusal('No codes found');
    else if (lines.length > MAX_CHECKED) setRefusal(TOO_MANY);
    else {
      check.mutate(
        { codes: linesWithCode.map(({ code }) => code), brands: linesWithCode.map((line) => resolveBrand(line, form)) },
        {
          // The server returns one verdict for each line, in order.
          onSuccess: ({ lines: verdicts }) => {
            const verdictOf = new Map(
              linesWithCode.map((line, index) => [line, verdicts[index]?.verdict ?? 'malformed']),
            );
            onReport({
              headings: codesFile.headings,
              kinds: codesFile.kinds,
              leftOut,
              lines: lines.map((line) => ({
                ...line,
                verdict: line.problem ? 'unreadable' : (verdictOf.get(line) ?? 'unreadable'),
              })),
            });
          },
        },
      );
    }
  };
  const readList = async (list: string) => {
    const tooLarge = findSizeProblem({ name: 'The list', size: list.length }, MAX_MEGABYTES);
    if (tooLarge !== undefined) return setRefusal(tooLarge);
    checkLines(await readCodesFile(list), undefined);
  };
  const readFile = async (chosen: File) => {
    const decoded = decodeText(new Uint8Array(await chosen.arrayBuffer()));
    if ('problem' in decoded) return setRefusal(decoded.problem);
    setText(decoded.text);
    await readList(decoded.text);
  };
  const ambiguous = file && getDayOrder(file, file.kinds) === 'ask' ? getAmbiguousDate(file, file.kinds) : undefined;

  return (
    <div className="grid min-w-0 gap-3">
      <LastRejectedRows />
      <FileBox
        label="File of voucher codes"
        title="Drop a CSV here, or choose a file"
        hint={`Codes, with optional PIN, amount, brand, type and expiry date. ${TOO_MANY}, ${MAX_MEGABYTES} MB.`}
        maxMegabytes={MAX_MEGABYTES}
        onFile={(chosen) => void readFile(chosen)}
        onRefused={setRefusal}
      />
      <Textarea
        label="Or paste the codes"
        rows={3}
        spellCheck={false}
        inputClassName="code"
        value={text}
        error={refusal ?? problem}
        onChange={(event) => {
          setText(event.target.value);
          setRefusal(undefined);
          setFile(undefined);
          // The report belongs to the previous text.
          onReport(undefined);
        }}
      />
      <Button
        className="justify-self-start"
        busy={check.isPending}
        busyLabel="Checking..."
        onClick={() => void readList(text)}
      >
        Check codes
      </Button>
      {file && file.kinds.length > 1 && (
        <ColumnMap file={file} onKinds={(kinds) => checkLines({ ...file, kinds }, order)} />
      )}
      {file && ambiguous && (
        <Question
          text={`How are the dates written? ${ambiguous} is`}
          answers={dayOrders.map((value) => ({
            value,
            label: `${formatDate(parseDay(ambiguous, value) ?? '')} (${value})`,
          }))}
          chosen={order}
          onChoose={(answer) => checkLines(file, answer)}
        />
      )}
      {report && <ImportReport report={report} form={form} onReport={onReport} />}
    </div>
  );
}

/** A download of the rejected rows of the last import, for as long as the rows are kept. */
function LastRejectedRows() {
  const { rejected } = useRejectedRows();
  if (!rejected) return null;
  return (
    <Banner
      tone="info"
      title="Rejected rows of the last import"
      action={
        <Button small icon={<Download aria-hidden className="size-4" />} onClick={() => downloadRejectedRows(rejected)}>
          Download {formatCount(rejected.rows.length)} rows
        </Button>
      }
    >
      Kept for an hour after the import.
    </Banner>
  );
}
