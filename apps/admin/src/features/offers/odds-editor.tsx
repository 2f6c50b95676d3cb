import { parseTypedNumber } from '@inaam/contracts/common/money';
import { MAX_REWARDS } from '@inaam/contracts/offers/odds';
import { Button, IconButton } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { Plus, Trash2 } from 'lucide-react';
import { type Control, useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { OddsBalance, OddsPreview } from './odds-balance.tsx';

import type { OfferValues } from './offer-form.ts';
import { parseTypedOdds } from './typed-odds.ts';

/** The rewards and their odds next to the resulting wheel. */
export function OddsEditor({
  control,
  averagePayout,
}: {
  control: Control<OfferValues>;
  /** The average payout of completions so far, in rupees; undefined before the first completion. */
  averagePayout?: number | undefined;
}) {
  const { fields, append, remove } = useFieldArray({ control, name: 'rewards' });
  const rows = useWatch({ control, name: 'rewards' });
  const { errors } = useFormState({ control, name: 'rewards' });
  const typed = parseTypedOdds(rows);
  const payout = parseTypedNumber(useWatch({ control, name: 'reward_amount' })) ?? 0;

  return (
    <fieldset className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
      <legend className="mb-2 text-base font-semibold">Spin wheel</legend>
      <div className="grid content-start gap-2">
        {fields.map((field, index) => (
          <div key={field.id} className="flex items-start gap-2">
            <Field
              label={`Reward ${index + 1} (₹)`}
              inputMode="numeric"
              autoComplete="off"
              inputClassName="text-right tabular-nums"
              className="grow basis-0"
              error={errors.rewards?.[index]?.amount?.message}
              {...control.register(`rewards.${index}.amount`)}
            />
            <Field
              label="Probability (%)"
              // A field of type number would drop a comma and turn "1,5" into 15.
              inputMode="decimal"
              autoComplete="off"
              inputClassName="text-right tabular-nums"
              className="grow basis-0"
              error={errors.rewards?.[index]?.probability?.message}
              {...control.register(`rewards.${index}.probability`)}
            />
            <IconButton
              label={`Remove reward ${index + 1}`}
              disabled={fields.length === 1}
              onClick={() => remove(index)}
              className="mt-6"
            >
              <Trash2 aria-hidden className="size-4" />
            </IconButton>
          </div>
        ))}
        <div className="flex items-center justify-between gap-2">
          <Button
            small
            disabled={fields.length >= MAX_REWARDS}
            onClick={() => append({ amount: '', probability: '' })}
            icon={<Plus aria-hidden className="size-4" />}
          >
            Add reward
          </Button>
          <p className="text-xs text-muted">1 to {MAX_REWARDS} rewards</p>
        </div>
      </div>
      <OddsPreview typed={typed} />
      <div className="sm:col-span-2">
        <OddsBalance
          odds={typed.odds}
          payout={averagePayout ?? payout}
          payoutName={averagePayout === undefined ? 'Reward amount' : 'Avg payout'}
        />
        <p className="mt-2 text-xs text-muted">
          New odds apply to new completions. Completions that are not spun yet keep their odds.
        </p>
      </div>
    </fieldset>
  );
}
