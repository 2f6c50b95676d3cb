import { formatCount, formatPlural } from '@inaam/contracts/common/format';
import { istDay } from '@inaam/contracts/common/time';
import type { VoucherCheck } from '@inaam/contracts/vouchers/tools';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { toast } from '@inaam/ui/toaster';
import { useId, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { errorText, refusalOf } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { ImportCodes } from './import-codes.tsx';
import { type Import, useImport } from './use-import.ts';
import { VoucherFields } from './voucher-fields.tsx';
import { type VoucherValues, voucherInput, voucherProblems } from './voucher-form.ts';

const FAILED = 'Failed to create voucher(s)';
const empty: VoucherValues = {
  mode: 'single',
  voucher_type: 'amazon',
  voucher_brand: 'Amazon',
  voucher_amount: '',
  expiry_date: '',
  voucher_code: '',
  voucher_codes: '',
  voucher_description: '',
  voucher_terms: '',
};

/** The problems as the form library takes them. */
const resolver = (values: VoucherValues) => {
  const problems = Object.entries(voucherProblems(values, istDay(new Date())));
  const errors = Object.fromEntries(problems.map(([field, message]) => [field, { type: 'custom', message }]));
  return problems.length > 0 ? { values: {}, errors: errors as FieldErrors<VoucherValues> } : { values, errors: {} };
};

/**
 * Adds one code, or a list of them, to the stock. What was typed stays until it is saved.
 * @param amount rupees to start with, where winners wait for an amount
 */
export function VoucherPanel({ amount, onClose }: { amount: number | undefined; onClose: () => void }) {
  const id = useId();
  const utils = trpc.useUtils();
  const create = trpc.admin.vouchers.create.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message || 'Voucher(s) created successfully');
      onClose();
      return utils.admin.invalidate();
    },
  });
  const form = useForm<VoucherValues>({
    resolver,
    defaultValues: { ...empty, ...(amount !== undefined && { voucher_amount: String(amount), mode: 'bulk' }) },
  });
  const [report, setReport] = useState<VoucherCheck>();
  const [unchecked, setUnchecked] = useState(false);
  const importing = useImport(onClose);
  const busy = create.isPending || importing.running;
  const valid = report?.counts.valid ?? 0;
  const mode = form.watch('mode');
  const examined = (next: VoucherCheck | undefined) => {
    setReport(next);
    setUnchecked(false);
    importing.reset();
  };

  const startImport = (values: VoucherValues) => {
    const codes = (report?.lines ?? []).filter(({ verdict }) => verdict === 'valid').map(({ code }) => code);
    if (codes.length === 0) setUnchecked(true);
    else void importing.start(values, codes);
  };
  const submit = form.handleSubmit((values) => {
    if (values.mode === 'import') return startImport(values);
    create.mutate(voucherInput(values), {
      onError: (error) => {
        // Its banner says it; the field that is at fault gets the focus and the mark.
        if (refusalOf(error)?.field === 'voucher_code') {
          form.setError('voucher_code', { message: errorText(error, FAILED) }, { shouldFocus: true });
        }
      },
    });
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      closable={!busy}
      place="side"
      title="Create vouchers"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
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
                : valid > 0
                  ? `Add ${formatPlural(valid, 'voucher')}`
                  : 'Add vouchers')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {create.error && (
          <Banner tone="error" title={FAILED} onDismiss={create.reset}>
            {errorText(create.error, 'Please try again.')}
          </Banner>
        )}
        <VoucherFields
          form={form}
          importing={
            <ImportCodes
              report={report}
              onReport={examined}
              problem={unchecked ? 'Choose a file or paste codes, and check them' : undefined}
            />
          }
        />
        {mode === 'import' && <ImportProgress importing={importing} />}
      </form>
    </Dialog>
  );
}

/** How far the import has come; what was saved when it stopped. */
function ImportProgress({ importing: { progress, running, failed } }: { importing: Import }) {
  const { sent = 0, total = 1 } = progress ?? {};
  const words = `${formatCount(sent)} of ${formatCount(total)} codes saved`;
  return (
    <>
      {running && progress && (
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
          {failed} {progress ? `${words}; ` : 'Nothing was saved; '}
          “Save the rest” goes on from there.
        </Banner>
      )}
    </>
  );
}
