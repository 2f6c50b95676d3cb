import { formatCount, formatPlural } from '@inaam/contracts/common/format';
import { formatDate } from '@inaam/contracts/common/time';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import {
  MAX_STATEMENT_LINES,
  type StatementFormat,
  statementColumns,
  statementZones,
} from '@inaam/contracts/networks/statements';
import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { useMemo, useState } from 'react';
import { type DayOrder, dayOrders, parseDay } from '../../../files/cells.ts';
import { FileBox } from '../../../files/file-box.tsx';
import { decodeText } from '../../../files/read-file.ts';
import type { TableFile } from '../../../files/read-table.ts';
import { useFormGuard } from '../../../forms/use-form-guard.tsx';
import { Banner } from '../../../page/banner.tsx';
import { Question } from '../../../page/question.tsx';
import { Section } from '../../../page/section.tsx';
import {
  type Columns,
  findFileProblem,
  findMappingProblem,
  findMonth,
  getAmbiguousDate,
  getDayOrder,
  guessColumns,
  type ReadStatement,
  readStatementFile,
  toStatementLines,
} from './statement-file.ts';
import { columnWords, zoneWords } from './statement-words.ts';
import { useUpload } from './use-upload.ts';

/** Enough for the maximum number of lines, at about 200 bytes each. */
const MAX_MEGABYTES = 20;

interface Chosen {
  name: string;
  file: TableFile;
  columns: Columns;
}

/**
 * Reads the chosen file with its mapped columns.
 * @param order the order of day and month, if the dates are ambiguous
 */
function readChosen(chosen: Chosen | undefined, order: DayOrder | undefined, currency: string) {
  if (!chosen) return { fileOrder: undefined, mappingProblem: undefined, dayOrder: undefined, read: undefined };
  const fileOrder = getDayOrder(chosen.file, chosen.columns);
  const dayOrder = fileOrder === 'ask' ? order : fileOrder;
  const mappingProblem = findMappingProblem(chosen.columns);
  const read: ReadStatement | undefined =
    !mappingProblem && dayOrder
      ? toStatementLines(chosen.file, chosen.columns, { order: dayOrder, currency })
      : undefined;
  return { fileOrder, mappingProblem, dayOrder, read, mainMonth: read && findMonth(read.lines) };
}

/** Reads a statement file, maps its columns like the network's last file, and uploads the lines. */
export function UploadStatement({
  network: { network_id, currency },
  known,
  onDone,
  onCancel,
}: {
  network: NetworkView;
  /** The format of the network's last file: columns, order of day and month, and time zone. */
  known: StatementFormat | null;
  onDone: (month: string) => void;
  onCancel: () => void;
}) {
  const [chosen, setChosen] = useState<Chosen>();
  const [refusal, setRefusal] = useState<string>();
  const [order, setOrder] = useState<DayOrder | undefined>(known?.dayOrder);
  const [zone, setZone] = useState<StatementFormat['zone']>(known?.zone ?? 'UTC');
  const [typedMonth, setTypedMonth] = useState<string>();
  const hasFile = chosen !== undefined;
  // Files are never stored in drafts.
  const guard = useFormGuard({
    name: undefined,
    base: { values: { hasFile: false } },
    values: { hasFile },
    onClose: onCancel,
  });
  const upload = useUpload((month) => {
    guard.finish();
    onDone(month);
  });

  const clear = (problem?: string) => {
    setChosen(undefined);
    setTypedMonth(undefined);
    setRefusal(problem);
    upload.reset();
  };
  const readFile = async (droppedFile: File) => {
    clear();
    const text = decodeText(new Uint8Array(await droppedFile.arrayBuffer()));
    if ('problem' in text) return setRefusal(text.problem);
    const file = await readStatementFile(text.text, known);
    if (!file.headings) return setRefusal('No headings found. The first row must name the columns.');
    setChosen({ name: droppedFile.name, file, columns: guessColumns(file.headings, known) });
  };

  // Reading a large file takes a second, and each request of the upload renders this component again.
  const { fileOrder, mappingProblem, dayOrder, read, mainMonth } = useMemo(
    () => readChosen(chosen, order, currency),
    [chosen, order, currency],
  );
  const month = typedMonth ?? mainMonth ?? '';
  const problem =
    mappingProblem ?? (read && (findFileProblem(read) ?? (month === '' ? 'Choose the month' : undefined)));
  const ambiguous = fileOrder === 'ask' && chosen ? getAmbiguousDate(chosen.file, chosen.columns) : undefined;
  const isRunning = upload.sent !== undefined;

  return (
    <Section title="Upload a statement">
      {guard.question}
      <div className="grid grid-cols-1 gap-4">
        <FileBox
          label="Statement file"
          title="Drop the month’s CSV here, or choose a file"
          hint={`One line per payment, at most ${formatCount(MAX_STATEMENT_LINES)} lines and ${MAX_MEGABYTES} MB`}
          maxMegabytes={MAX_MEGABYTES}
          onFile={(droppedFile) => void readFile(droppedFile)}
          onRefused={clear}
        />
        {refusal && (
          <Banner tone="error" title="The file was not read">
            {refusal}
          </Banner>
        )}
        {chosen && (
          <>
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
              {statementColumns.map((column) => (
                <Select
                  key={column}
                  label={columnWords[column]}
                  value={chosen.columns[column] ?? ''}
                  onChange={({ target: { value } }) => {
                    const { [column]: _before, ...rest } = chosen.columns;
                    setChosen({ ...chosen, columns: value === '' ? rest : { ...rest, [column]: value } });
                  }}
                >
                  <option value="">Not in the file</option>
                  {[...new Set(chosen.file.headings)].filter(Boolean).map((heading) => (
                    <option key={heading} value={heading}>
                      {heading}
                    </option>
                  ))}
                </Select>
              ))}
            </div>
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
              <Field
                type="month"
                label="Month"
                value={month}
                onChange={({ target: { value } }) => setTypedMonth(value)}
              />
              <Select
                label="Network’s time zone"
                value={zone}
                onChange={({ target: { value } }) => setZone(statementZones.find((each) => each === value) ?? 'UTC')}
              >
                {statementZones.map((each) => (
                  <option key={each} value={each}>
                    {zoneWords[each]}
                  </option>
                ))}
              </Select>
            </div>
            {ambiguous && (
              <Question
                text={`How are the dates written? ${ambiguous} is`}
                answers={dayOrders.map((value) => ({
                  value,
                  label: `${formatDate(parseDay(ambiguous, value) ?? '')} (${value})`,
                }))}
                chosen={order}
                onChoose={setOrder}
              />
            )}
            {read && <FileSummary read={read} />}
            {problem && <p className="text-bad">{problem}</p>}
          </>
        )}
        {upload.failed && (
          <Banner tone="error" title="The statement was not compared" onDismiss={upload.reset}>
            {upload.failed}
          </Banner>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            busy={isRunning}
            busyLabel={`Uploading ${formatCount(upload.sent ?? 0)} of ${formatCount(read?.lines.length ?? 0)}`}
            disabled={!read || problem !== undefined}
            onClick={() => {
              if (!chosen || !read || !dayOrder || problem) return;
              const format = { columns: chosen.columns, dayOrder, zone };
              void upload.start({ network_id, month, file_name: chosen.name, format }, read.lines);
            }}
          >
            Compare with the ledger
          </Button>
          <Button disabled={isRunning} onClick={guard.close}>
            Cancel
          </Button>
        </div>
      </div>
    </Section>
  );
}

const SHOWN_PROBLEMS = 10;

/** The lines that were read, and the lines that could not be read. */
function FileSummary({ read: { lines, leftOut, problems } }: { read: ReadStatement }) {
  return (
    <div className="grid gap-2">
      <p role="status" className="tabular-nums">
        {formatPlural(lines.length, 'line')} with a payment
        {leftOut.length > 0 && `, ${formatPlural(leftOut.length, 'line')} left out (titles, totals, pending)`}
        {problems.length > 0 && `, ${formatPlural(problems.length, 'line')} that cannot be read`}
      </p>
      {problems.length > 0 && (
        <ul className="grid gap-1 rounded-control bg-bad-soft p-3 text-sm">
          {problems.slice(0, SHOWN_PROBLEMS).map(({ line, problem }) => (
            <li key={line} className="wrap-anywhere">
              Line {line}: {problem}
            </li>
          ))}
          {problems.length > SHOWN_PROBLEMS && <li>and {formatCount(problems.length - SHOWN_PROBLEMS)} more</li>}
        </ul>
      )}
    </div>
  );
}
