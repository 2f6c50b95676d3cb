import { MAX_CHECKED, type VoucherCheck } from '@inaam/contracts/vouchers/tools';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { Textarea } from '@inaam/ui/textarea';
import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { errorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { readCodes } from './code-file.ts';
import { ImportReport } from './import-report.tsx';

const MAX_FILE_BYTES = 2_000_000;
const TOO_MANY = `At most ${MAX_CHECKED.toLocaleString('en-IN')} lines at once`;

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
