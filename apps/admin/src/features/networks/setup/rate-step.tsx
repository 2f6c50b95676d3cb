import { formatExactRupees } from '@inaam/contracts/common/format';
import { networkCreateInput } from '@inaam/contracts/networks/networks';
import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { type FormEvent, useState } from 'react';
import { getFieldError } from '../../../app/errors.ts';
import { FormProblems } from '../../../forms/field-problems.tsx';
import { focusNow, getRefusedSetting } from '../form-errors.ts';
import { StepButtons } from './setup-page.tsx';

const { currency: currencyRule, rate: rateRule } = networkCreateInput.shape;

/** The payout of the example, in the network's currency. */
const EXAMPLE = 1.25;

/** The currency that the network pays in, and the currency's rate in rupees. */
export function RateStep({
  currency,
  rate,
  refusal,
  isBusy,
  onChange,
  onBack,
  onNext,
}: {
  currency: string;
  rate: string;
  refusal: unknown;
  isBusy: boolean;
  onChange: (patch: { currency?: string; rate?: string }) => void;
  onBack: () => void;
  onNext: () => void;
}) {
  const [attempts, setAttempts] = useState(0);
  const refused = getRefusedSetting(refusal);
  const [parsedCurrency, parsedRate] = [currencyRule.safeParse(currency), rateRule.safeParse(rate)];
  const unit = parsedCurrency.data ?? 'unit';
  const rateLabel = `Rupees for one ${unit}`;
  const problem = (field: string, label: string, message: string | undefined) =>
    (attempts > 0 && getFieldError(label, { message })) || (refused?.field === field ? refused.text(label) : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!parsedCurrency.success || !parsedRate.success) setAttempts(attempts + 1);
    else onNext();
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormProblems attempts={attempts} error={refusal} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Currency"
          hint="Three letters: USD, EUR, INR."
          required
          maxLength={3}
          spellCheck={false}
          autoComplete="off"
          ref={focusNow}
          inputClassName="uppercase"
          value={currency}
          error={problem('currency', 'Currency', parsedCurrency.error?.issues[0]?.message)}
          onChange={(event) => onChange({ currency: event.target.value.toUpperCase() })}
        />
        <Field
          label={rateLabel}
          hint="A preset’s rate is an estimate: enter the rate that the network pays you at."
          required
          inputMode="decimal"
          autoComplete="off"
          inputClassName="text-right tabular-nums"
          value={rate}
          error={problem('rate', rateLabel, parsedRate.error?.issues[0]?.message)}
          onChange={(event) => onChange({ rate: event.target.value })}
        />
      </div>
      <p role="status" className="rounded-control bg-sunken p-3 tabular-nums">
        {parsedCurrency.data && parsedRate.data ? (
          <>
            A postback with {EXAMPLE} {parsedCurrency.data} counts as{' '}
            <span className="font-semibold">{formatExactRupees(EXAMPLE * parsedRate.data)}</span>.
          </>
        ) : (
          <span className="text-muted">Enter both to see what a postback counts as.</span>
        )}
      </p>
      <StepButtons>
        <Button className="mr-auto" disabled={isBusy} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Adding...">
          Add network
        </Button>
      </StepButtons>
    </form>
  );
}
