import { formatPlural } from '@inaam/contracts/common/format';
import { parseTypedNumber } from '@inaam/contracts/common/money';
import { istDay } from '@inaam/contracts/common/time';
import { MAX_BATCH, voucherTypeNames, voucherTypes } from '@inaam/contracts/vouchers/vouchers';
import { cx } from '@inaam/ui/cx';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { Textarea } from '@inaam/ui/textarea';
import { Fragment, type ReactNode, useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { parseCodes } from './code-list.ts';
import type { VoucherValues } from './voucher-form.ts';
import { findUnwinnableAmounts, useWinnableAmounts } from './winnable-amounts.ts';

const modes = [
  { value: 'single', label: 'Single code' },
  { value: 'bulk', label: 'Multiple codes' },
  { value: 'import', label: 'Upload CSV' },
] as const;

function ModeSwitch({ form: { register, watch } }: { form: UseFormReturn<VoucherValues> }) {
  const mode = watch('mode');
  return (
    <fieldset className="grid grid-cols-[auto_auto_auto] rounded-control border border-line bg-sunken p-1">
      <legend className="sr-only">Number of codes</legend>
      {modes.map(({ value, label }) => (
        <label
          key={value}
          className={cx(
            'grid min-h-9 place-items-center rounded-[0.3rem] px-1 text-sm whitespace-nowrap pointer-coarse:min-h-11 sm:px-2 has-focus-visible:outline-2 has-focus-visible:outline-focus',
            mode === value ? 'bg-surface font-semibold' : 'text-muted hover:text-text',
          )}
        >
          <input type="radio" value={value} className="sr-only" {...register('mode')} />
          <span className="steady-width justify-items-center" data-label={label}>
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * The brand to fill in after a change of the type: the type's name, or nothing for the type `other`. A brand that the
 * admin typed stays.
 */
export function suggestBrand({
  voucher_type,
  voucher_brand,
}: Pick<VoucherValues, 'voucher_type' | 'voucher_brand'>): string {
  const isTypeBrand = voucher_brand === '' || Object.values(voucherTypeNames).includes(voucher_brand);
  if (!isTypeBrand) return voucher_brand;
  return voucher_type === 'other' ? '' : voucherTypeNames[voucher_type];
}

/** `12 of 100 codes · 2 repeats will be skipped` */
function codeCount(text: string): string {
  const { codes, repeats } = parseCodes(text);
  const skipped = repeats > 0 && `${formatPlural(repeats, 'repeat')} will be skipped`;
  return [`${codes.length} of ${MAX_BATCH} codes`, skipped].filter(Boolean).join(' · ');
}

/** Explains why a comma is refused, or warns of an amount that no spin can win. */
function amountHint(typed: string, winnable: ReadonlySet<number> | undefined): string | undefined {
  if (typed.includes(',') && parseTypedNumber(typed) === undefined) {
    return 'Commas group thousands: 1,000 or 1,00,000. Write paise after a full stop: 12.50.';
  }
  return findUnwinnableAmounts(typed, winnable);
}

/** The voucher form's fields. The form's mode decides whether the admin enters one code, several codes or a file. */
export function VoucherFields({ form, importFields }: { form: UseFormReturn<VoucherValues>; importFields: ReactNode }) {
  const { register, watch, formState, setFocus, setValue, getValues } = form;
  const winnable = useWinnableAmounts();
  const { errors } = formState;
  const mode = watch('mode');
  // The first field gets the focus, not the panel's close button. If the amount is already filled in, so are type and
  // brand, and the expiry date is the first empty field.
  const firstField = formState.defaultValues?.voucher_amount ? 'expiry_date' : 'voucher_type';
  useEffect(() => setFocus(firstField), [setFocus, firstField]);
  const fields = {
    voucher_type: (
      <Select
        label="Type"
        error={errors.voucher_type?.message}
        {...register('voucher_type', { onChange: () => setValue('voucher_brand', suggestBrand(getValues())) })}
      >
        {voucherTypes.map((type) => (
          <option key={type} value={type}>
            {voucherTypeNames[type]}
          </option>
        ))}
      </Select>
    ),
    voucher_brand: (
      <Field label="Brand name" required error={errors.voucher_brand?.message} {...register('voucher_brand')} />
    ),
    voucher_amount: (
      <Field
        label="Amount (₹)"
        // A field of type number would drop a comma and turn "12,50" into 1250.
        inputMode="decimal"
        autoComplete="off"
        required
        inputClassName="text-right tabular-nums"
        error={errors.voucher_amount?.message}
        hint={amountHint(watch('voucher_amount'), winnable)}
        {...register('voucher_amount')}
      />
    ),
    expiry_date: (
      <Field
        label="Expiry date"
        type="date"
        min={istDay(new Date())}
        required
        error={errors.expiry_date?.message}
        {...register('expiry_date')}
      />
    ),
    voucher_code: mode === 'single' && (
      <Field
        label="Voucher code"
        required
        autoComplete="off"
        spellCheck={false}
        inputClassName="code"
        error={errors.voucher_code?.message}
        {...register('voucher_code')}
      />
    ),
    voucher_pin: mode === 'single' && (
      <Field
        label="PIN (optional)"
        autoComplete="off"
        spellCheck={false}
        inputClassName="code"
        hint="Some brands ask for it with the code."
        error={errors.voucher_pin?.message}
        {...register('voucher_pin')}
      />
    ),
    voucher_codes: mode === 'bulk' && (
      <Textarea
        label="Voucher codes, one per line"
        required
        rows={8}
        spellCheck={false}
        inputClassName="code"
        hint={codeCount(watch('voucher_codes'))}
        error={errors.voucher_codes?.message}
        {...register('voucher_codes')}
      />
    ),
    voucher_description: (
      <Textarea
        label="Description (optional)"
        rows={2}
        error={errors.voucher_description?.message}
        {...register('voucher_description')}
      />
    ),
    voucher_terms: (
      <Textarea
        label="Terms (optional)"
        rows={2}
        error={errors.voucher_terms?.message}
        {...register('voucher_terms')}
      />
    ),
  } satisfies Record<Exclude<keyof VoucherValues, 'mode'>, ReactNode>;
  const { voucher_type, voucher_brand, voucher_amount, expiry_date, ...wideFields } = fields;
  return (
    <>
      <ModeSwitch form={form} />
      <div className="grid grid-cols-2 gap-4">
        {voucher_type}
        {voucher_brand}
        {voucher_amount}
        {expiry_date}
      </div>
      {mode === 'import' && importFields}
      {Object.entries(wideFields).map(([name, field]) => (
        <Fragment key={name}>{field}</Fragment>
      ))}
    </>
  );
}
