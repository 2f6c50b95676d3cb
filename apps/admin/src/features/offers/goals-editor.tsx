import { MAX_GOALS } from '@inaam/contracts/offers/offers';
import { Button, IconButton } from '@inaam/ui/button';
import { Checkbox } from '@inaam/ui/checkbox';
import { Field } from '@inaam/ui/field';
import { ArrowUp, CircleAlert, Plus, Trash2 } from 'lucide-react';
import {
  type Control,
  type UseFormSetValue,
  useController,
  useFieldArray,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { getFieldError } from '../../app/errors.ts';
import type { OfferValues } from './offer-form.ts';

/** The goals that the network pays for, in order, and the choice of the goal that gives the spin. */
export function GoalsEditor({
  control,
  setValue,
}: {
  control: Control<OfferValues>;
  setValue: UseFormSetValue<OfferValues>;
}) {
  const { fields, append, remove, move } = useFieldArray({ control, name: 'offer_goals' });
  const goals = useWatch({ control, name: 'offer_goals' });
  const { field: inOrder } = useController({ control, name: 'goals_in_order' });
  const { errors } = useFormState({ control, name: 'offer_goals' });
  const problems = errors.offer_goals;
  const listProblem = problems?.message ?? problems?.root?.message;
  const chooseSpinGoal = (chosen: number) => {
    // Sets one field at a time, so that typed values of other fields are kept.
    for (const index of fields.keys()) setValue(`offer_goals.${index}.gives_spin`, index === chosen);
  };

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-base font-semibold">Goals</legend>
      <p className="text-sm text-muted">
        {fields.length === 0
          ? 'The first postback completes the offer. Add goals where the network pays in steps: an install, a level, a purchase.'
          : 'Each goal adds its payout; the goal that grants the spin completes the offer. Enter the network’s event names, or leave the field empty if its postback names none. A payout entered here applies if the postback has none.'}
      </p>
      <ol className="grid gap-3">
        {fields.map((field, index) => (
          <li key={field.id} className="grid gap-3 rounded-card border border-line p-3 sm:grid-cols-6">
            <Field
              label="Event"
              spellCheck={false}
              autoComplete="off"
              className="sm:col-span-4"
              error={getFieldError('Event', problems?.[index]?.goal_id)}
              {...control.register(`offer_goals.${index}.goal_id`)}
            />
            <Field
              label="Payout (₹, optional)"
              inputMode="decimal"
              autoComplete="off"
              inputClassName="text-right tabular-nums"
              className="sm:col-span-2"
              error={getFieldError('Payout', problems?.[index]?.payout_amount)}
              {...control.register(`offer_goals.${index}.payout_amount`)}
            />
            <Field
              label="Name (optional)"
              autoComplete="off"
              className="sm:col-span-3"
              error={getFieldError('Name', problems?.[index]?.name)}
              {...control.register(`offer_goals.${index}.name`)}
            />
            <Field
              label="Name in Hindi (optional)"
              lang="hi"
              autoComplete="off"
              className="sm:col-span-3"
              error={getFieldError('Name in Hindi', problems?.[index]?.name_hi)}
              {...control.register(`offer_goals.${index}.name_hi`)}
            />
            <div className="flex items-center gap-2 sm:col-span-6">
              <label className="mr-auto inline-flex min-h-control items-center gap-3">
                <input
                  type="radio"
                  name="gives_spin"
                  checked={goals[index]?.gives_spin ?? false}
                  onChange={() => chooseSpinGoal(index)}
                  className="tick-box"
                />
                Grants the spin
              </label>
              <IconButton
                label={`Move goal ${index + 1} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ArrowUp aria-hidden className="size-4" />
              </IconButton>
              <IconButton label={`Remove goal ${index + 1}`} onClick={() => remove(index)}>
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      {listProblem && (
        <p role="alert" tabIndex={-1} data-problem="" className="flex gap-1 rounded-control text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {getFieldError('Goals', { message: listProblem })}
        </p>
      )}
      {fields.length > 1 && (
        <Checkbox
          label="In this order: a goal counts only after those above it"
          name={inOrder.name}
          checked={inOrder.value}
          onChange={inOrder.onChange}
          onBlur={inOrder.onBlur}
        />
      )}
      <div>
        <Button
          small
          disabled={fields.length >= MAX_GOALS}
          onClick={() =>
            append(
              { goal_id: '', name: '', name_hi: '', payout_amount: '', gives_spin: fields.length === 0 },
              { shouldFocus: true },
            )
          }
          icon={<Plus aria-hidden className="size-4" />}
        >
          Add goal
        </Button>
      </div>
    </fieldset>
  );
}
