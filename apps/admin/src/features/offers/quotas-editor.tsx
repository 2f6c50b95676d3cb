import { Button, IconButton } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { Plus, Trash2 } from 'lucide-react';
import { type Control, useFieldArray, useFormState } from 'react-hook-form';
import { getFieldError } from '../../app/errors.ts';
import type { OfferValues } from './offer-form.ts';

/** Daily limits of completions by country. */
export function QuotasEditor({ control }: { control: Control<OfferValues> }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'country_quotas' });
  const { errors } = useFormState({ control, name: 'country_quotas' });
  const problems = errors.country_quotas;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-base font-semibold">Quota per country</legend>
      <p className="text-sm text-muted">
        {fields.length === 0
          ? 'Users from any country can start the offer.'
          : 'Once a country’s quota is reached, users there cannot start the offer that day. 0 excludes the country; * stands for all other countries together.'}
      </p>
      <ul className="grid gap-2">
        {fields.map((field, index) => (
          <li key={field.id} className="flex items-start gap-2">
            <Field
              label="Country"
              maxLength={2}
              placeholder="IN"
              spellCheck={false}
              autoComplete="off"
              inputClassName="uppercase"
              className="w-28 shrink-0"
              error={getFieldError('Country', problems?.[index]?.country)}
              {...control.register(`country_quotas.${index}.country`)}
            />
            <Field
              label="Completions a day"
              inputMode="numeric"
              autoComplete="off"
              inputClassName="text-right tabular-nums"
              className="grow"
              error={getFieldError('Completions a day', problems?.[index]?.daily_cap)}
              {...control.register(`country_quotas.${index}.daily_cap`)}
            />
            <IconButton label={`Remove quota ${index + 1}`} onClick={() => remove(index)} className="mt-6">
              <Trash2 aria-hidden className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      <div>
        <Button
          small
          onClick={() => append({ country: '', daily_cap: '' }, { shouldFocus: true })}
          icon={<Plus aria-hidden className="size-4" />}
        >
          Add country
        </Button>
      </div>
    </fieldset>
  );
}
