import { Button, IconButton } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { focusNow } from '../form-problems.ts';
import { lineId, type RateDraft } from './settings-draft.ts';
import { figure, type GroupProps, problemIn, SubGroup } from './settings-parts.tsx';

/** Other currencies that calls may be in, and later rates of the first. */
export function RateRows({ draft, set, problems }: GroupProps) {
  const adding = useRef<HTMLButtonElement>(null);
  /** The line that was added last: it is where one types next. */
  const [added, setAdded] = useState<number>();
  const { rates } = draft;
  const change = (id: number, patch: Partial<RateDraft>) =>
    set({ rates: rates.map((row) => (row.id === id ? { ...row, ...patch } : row)) });
  return (
    <SubGroup
      title="Other currencies and later rates"
      hint="A call in a currency without a rate waits until there is one. The latest rate that has begun counts."
      problem={problemIn(problems, 'rates', 'A rate')}
    >
      {rates.map(({ id, currency, from, rate }, index) => (
        <div key={id} className="flex flex-wrap items-start gap-2">
          <Field
            label={`Currency ${index + 1}`}
            hideLabel
            ref={id === added ? focusNow : undefined}
            placeholder="EUR"
            maxLength={3}
            spellCheck={false}
            autoComplete="off"
            className="w-20"
            inputClassName="font-mono uppercase"
            value={currency}
            onChange={(event) => change(id, { currency: event.target.value.toUpperCase() })}
          />
          <Field
            {...figure}
            label={`Rupees ${index + 1}`}
            hideLabel
            placeholder="Rupees"
            className="w-28"
            value={rate}
            onChange={(event) => change(id, { rate: event.target.value })}
          />
          <Field
            type="date"
            label={`From ${index + 1}`}
            hideLabel
            className="grow basis-32"
            value={from}
            onChange={(event) => change(id, { from: event.target.value })}
          />
          <IconButton
            label={`Remove the rate ${currency || index + 1}`}
            onClick={() => {
              // The button goes with its line; the focus stays in the list.
              adding.current?.focus();
              set({ rates: rates.filter((row) => row.id !== id) });
            }}
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      ))}
      <Button
        ref={adding}
        small
        className="justify-self-start"
        icon={<Plus aria-hidden className="size-4" />}
        onClick={() => {
          const id = lineId();
          setAdded(id);
          set({ rates: [...rates, { id, currency: '', rate: '', from: '' }] });
        }}
      >
        Add a rate
      </Button>
    </SubGroup>
  );
}
