import { Field } from '@inaam/ui/field';
import { LineList } from './line-list.tsx';
import { lineId } from './settings-draft.ts';
import { type GroupProps, getProblem, numberField, SubGroup } from './settings-parts.tsx';

/** Rates of other currencies, and later rates of the first one. */
export const RateRows = ({ draft, set, problems }: GroupProps) => (
  <SubGroup
    title="Other currencies and later rates"
    hint="A call in a currency without a rate waits until one is added. The latest rate that has started applies."
    problem={getProblem(problems, 'rates', 'Rates')}
  >
    <LineList
      lines={draft.rates}
      onChange={(rates) => set({ rates })}
      fresh={() => ({ id: lineId(), currency: '', rate: '', from: '' })}
      add="Add a rate"
    >
      {({ id, currency, from, rate }, { index, change, first, remove }) => (
        <div key={id} className="flex flex-wrap items-start gap-2">
          <Field
            label={`Currency ${index + 1}`}
            hideLabel
            ref={first}
            placeholder="EUR"
            maxLength={3}
            spellCheck={false}
            autoComplete="off"
            className="w-20"
            inputClassName="font-mono uppercase"
            value={currency}
            onChange={(event) => change({ currency: event.target.value.toUpperCase() })}
          />
          <Field
            {...numberField}
            label={`Rupees ${index + 1}`}
            hideLabel
            placeholder="Rupees"
            className="w-28"
            value={rate}
            onChange={(event) => change({ rate: event.target.value })}
          />
          <Field
            type="date"
            label={`From ${index + 1}`}
            hideLabel
            className="grow basis-32"
            value={from}
            onChange={(event) => change({ from: event.target.value })}
          />
          {remove(`Remove the rate ${currency || index + 1}`)}
        </div>
      )}
    </LineList>
  </SubGroup>
);
