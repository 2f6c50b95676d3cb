import { istDay } from '@inaam/contracts/time';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { toast } from '@inaam/ui/toaster';
import { useId } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { errorText, refusalOf } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { VoucherFields } from './voucher-fields.tsx';
import { type VoucherValues, voucherInput, voucherProblems } from './voucher-form.ts';

const FAILED = 'Failed to create voucher(s)';
const empty: VoucherValues = {
  mode: 'single',
  voucher_type: 'amazon',
  voucher_brand: '',
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
  const submit = form.handleSubmit((values) =>
    create.mutate(voucherInput(values), {
      onError: (error) => {
        // Its banner says it; the field that is at fault gets the focus and the mark.
        if (refusalOf(error)?.field === 'voucher_code') {
          form.setError('voucher_code', { message: errorText(error, FAILED) }, { shouldFocus: true });
        }
      },
    }),
  );

  return (
    <Dialog
      open
      onOpenChange={onClose}
      closable={!create.isPending}
      place="side"
      title="Create vouchers"
      footer={
        <>
          <Button onClick={onClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button form={id} type="submit" variant="primary" busy={create.isPending} busyLabel="Creating...">
            {form.watch('mode') === 'single' ? 'Create Voucher' : 'Create Vouchers'}
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
        <VoucherFields form={form} />
      </form>
    </Dialog>
  );
}
