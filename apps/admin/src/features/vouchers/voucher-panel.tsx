import { formatCount, formatPlural } from '@inaam/contracts/common/format';
import { parseTypedNumber } from '@inaam/contracts/common/money';
import { istDay } from '@inaam/contracts/common/time';
import { MAX_BATCH } from '@inaam/contracts/vouchers/vouchers';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { toast } from '@inaam/ui/toaster';
import { useId, useState } from 'react';
import { type FieldErrors, useForm, useWatch } from 'react-hook-form';
import { getErrorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { FormProblems, getRefusedField } from '../../forms/field-problems.tsx';
import { useFormGuard } from '../../forms/use-form-guard.tsx';
import { Banner } from '../../page/banner.tsx';
import { parseCodes } from './code-list.ts';
import { toBatches } from './import/code-lines.ts';
import { ImportCodes } from './import/import-codes.tsx';
import { getRejectedRows } from './import/rejected-rows.ts';
import { type CodesReport, findOpenQuestion, linesToAdd } from './import/report.ts';
import { type Import, useImport } from './import/use-import.ts';
import { VoucherFields } from './voucher-fields.tsx';
import { type VoucherValues, voucherInput, voucherLabels, voucherProblems } from './voucher-form.ts';

const CREATION_FAILURE = 'Failed to create voucher(s)';
const emptyValues: VoucherValues = {
  mode: 'single',
  voucher_type: 'amazon',
  voucher_brand: 'Amazon',
  voucher_amount: '',
  expiry_date: '',
  voucher_code: '',
  voucher_codes: '',
  voucher_pin: '',
  voucher_description: '',
  voucher_terms: '',
};

/** The form fields that columns of a file replace. */
const filledFields = { amount: 'voucher_amount', brand: 'voucher_brand', expiry: 'expiry_date' } as const;

/**
 * Reports problems in the shape that the form library expects. A field may stay empty if every line of the file has its
 * value.
 * @param report the checked file that the form would import
 */
const createResolver = (report: CodesReport | undefined) => (values: VoucherValues) => {
  const fieldProblems = voucherProblems(values, istDay(new Date()));
  if (values.mode === 'import' && report) {
    const lines = linesToAdd(report);
    for (const [kind, field] of Object.entries(filledFields)) {
      if (values[field] === '' && lines.every((line) => line[kind as keyof typeof filledFields] !== undefined))
        delete fieldProblems[field];
    }
  }
  const problems = Object.entries(fieldProblems);
  const errors = Object.fromEntries(problems.map(([field, message]) => [field, { type: 'custom', message }]));
  return problems.length > 0 ? { values: {}, errors: errors as FieldErrors<VoucherValues> } : { values, errors: {} };
};

const getTypedCodes = ({ mode, voucher_code, voucher_codes }: VoucherValues): string =>
  mode === 'single' ? voucher_code : voucher_codes;

/** `ab12 differs`, `ab12 and 2 others differ` */
const formatVariants = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? `${first} differs` : `${first} and ${formatPlural(others.length, 'other')} differ`;

/** Codes and PINs are worth money, so they are never stored in a draft. */
const withoutCodes = (values: VoucherValues): Partial<VoucherValues> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !/^(voucher_(code|pin)|has_codes)/.test(field)));

/**
 * Adds one code or several codes to the stock. A draft keeps unsaved values, except codes and PINs.
 * @param amount the initial amount in rupees, e.g. an amount that winners wait for
 * @param isImport opens the form for a file of codes
 */
export function VoucherPanel({
  amount,
  isImport,
  onClose,
}: {
  amount: number | undefined;
  isImport: boolean;
  onClose: () => void;
}) {
  const id = useId();
  const utils = trpc.useUtils();
  const create = trpc.admin.vouchers.create.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message || 'Voucher(s) created successfully');
      guard.finish();
      return utils.admin.invalidate();
    },
  });
  const check = trpc.admin.vouchers.check.useMutation();
  /** Typed codes that differ from other codes only in case, and the text that contains them. */
  const [variants, setVariants] = useState<{ codes: string[]; typed: string }>();
  const [report, setReport] = useState<CodesReport>();
  const form = useForm<VoucherValues>({
    resolver: createResolver(report),
    defaultValues: {
      ...emptyValues,
      ...(amount !== undefined && { voucher_amount: String(amount), mode: 'bulk' }),
      ...(isImport && { mode: 'import' }),
    },
  });
  const [problem, setProblem] = useState<string>();
  const current = useWatch({ control: form.control }) as VoucherValues;
  const [base] = useState({ values: { ...withoutCodes(form.getValues()), has_codes: false } });
  const has_codes = current.voucher_code !== '' || current.voucher_codes !== '' || report !== undefined;
  const guard = useFormGuard({
    name: 'vouchers',
    base,
    values: { ...withoutCodes(current), has_codes },
    restore: (values) =>
      form.reset({ ...form.getValues(), ...withoutCodes(values as VoucherValues) }, { keepDefaultValues: true }),
    onClose,
  });
  const importing = useImport(() => guard.finish());
  const busy = create.isPending || check.isPending || importing.running;
  const addedLines = report ? linesToAdd(report) : [];
  const mode = form.watch('mode');
  const changeReport = (next: CodesReport | undefined) => {
    setReport(next);
    setProblem(undefined);
    importing.reset();
  };

  const startImport = (values: VoucherValues) => {
    const question = findOpenQuestion(report);
    setProblem(question);
    if (report && !question) void importing.start(values, toBatches(addedLines, MAX_BATCH), getRejectedRows(report));
  };
  const save = (values: VoucherValues) =>
    create.mutate(voucherInput(values), {
      onError: (error) => {
        const refused = getRefusedField(error, voucherLabels);
        if (refused) form.setError(refused.field, { message: refused.message }, { shouldFocus: true });
      },
    });
  const submit = form.handleSubmit((values) => {
    if (values.mode === 'import') return startImport(values);
    const typed = getTypedCodes(values);
    const { codes } = parseCodes(typed);
    const { voucher_type, voucher_brand } = values;
    check.mutate(
      { codes, brands: codes.map(() => ({ voucher_type, voucher_brand })) },
      {
        onSuccess: ({ lines }) => {
          const variantCodes = lines.filter(({ verdict }) => verdict === 'differs_in_case').map(({ code }) => code);
          setVariants({ codes: variantCodes, typed });
          if (variantCodes.length === 0) save(values);
        },
        // If this check fails, saving fails in the same way and shows the error.
        onError: () => save(values),
      },
    );
  });
  const asksAboutCase = variants && variants.codes.length > 0 && variants.typed === getTypedCodes(form.watch());

  return (
    <Dialog
      open
      onOpenChange={guard.close}
      closable={!busy}
      place="side"
      title="Create vouchers"
      footer={
        <>
          <Button onClick={guard.close} disabled={busy}>
            Cancel
          </Button>
          <Button
            form={id}
            type="submit"
            variant="primary"
            busy={busy}
            busyLabel={mode === 'import' ? 'Saving...' : 'Creating...'}
          >
            {mode === 'single' && 'Create Voucher'}
            {mode === 'bulk' && 'Create Vouchers'}
            {mode === 'import' &&
              (importing.failed
                ? 'Save the rest'
                : addedLines.length > 0
                  ? `Add ${formatPlural(addedLines.length, 'voucher')}`
                  : 'Add vouchers')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {guard.restored}
        <FormProblems attempts={form.formState.submitCount} error={create.error} />
        {create.error && !getRefusedField(create.error, voucherLabels) && (
          <Banner tone="error" title={CREATION_FAILURE} onDismiss={create.reset}>
            {getErrorText(create.error, 'Please try again.')}
          </Banner>
        )}
        {asksAboutCase && (
          <Banner
            tone="info"
            title={`${formatVariants(variants.codes)} from another code in upper and lower case only`}
            action={
              <Button small onClick={() => save(form.getValues())} busy={create.isPending} busyLabel="Creating...">
                {variants.codes.length === 1 ? 'Add as a separate code' : 'Add as separate codes'}
              </Button>
            }
          >
            {variants.codes.length === 1
              ? 'Correct the code, or add it as well.'
              : 'Correct the codes, or add them as well.'}
          </Banner>
        )}
        <VoucherFields
          form={form}
          importFields={
            <ImportCodes
              report={report}
              form={{
                type: form.watch('voucher_type'),
                brand: form.watch('voucher_brand'),
                amount: parseTypedNumber(form.watch('voucher_amount')),
              }}
              onReport={changeReport}
              problem={problem}
            />
          }
        />
        {mode === 'import' && <ImportProgress importing={importing} />}
      </form>
      {guard.question}
    </Dialog>
  );
}

/** The import's progress, or the number of saved codes if the import stopped. */
function ImportProgress({ importing: { progress, running, waiting, failed } }: { importing: Import }) {
  const { sent = 0, total = 1 } = progress ?? {};
  const words = `${formatCount(sent)} of ${formatCount(total)} codes saved`;
  return (
    <>
      {running && waiting && (
        <Banner tone="info" title="Connection lost">
          Keep this page open: the import resumes where it stopped.
        </Banner>
      )}
      {running && (
        <div>
          <p role="status" className="mb-1 text-sm tabular-nums">
            {words}
          </p>
          <div
            role="progressbar"
            aria-label="Import"
            aria-valuenow={Math.round((sent / total) * 100)}
            aria-valuetext={words}
            className="h-2 overflow-hidden rounded-full bg-sunken"
          >
            <div className="h-full rounded-full bg-accent" style={{ width: `${(sent / total) * 100}%` }} />
          </div>
        </div>
      )}
      {failed && (
        <Banner tone="error" title="Failed to create voucher(s)">
          {failed} {sent > 0 ? `${words}. ` : 'Nothing was saved yet. '}
          “Save the rest” saves the remaining codes.
        </Banner>
      )}
    </>
  );
}
