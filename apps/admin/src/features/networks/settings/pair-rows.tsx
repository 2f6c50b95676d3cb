import { Button, IconButton } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { focusNow } from '../focus-now.ts';
import { lineId, type Pair } from './settings-draft.ts';

/** Lines of a word and what it stands for. */
export function PairRows({
  rows,
  onChange,
  keyLabel,
  valueLabel,
  options,
  add,
  placeholder,
}: {
  rows: readonly Pair[];
  onChange: (rows: Pair[]) => void;
  keyLabel: string;
  valueLabel: string;
  options: readonly { value: string; label: string }[];
  /** `Add a word` */
  add: string;
  placeholder?: string;
}) {
  const adding = useRef<HTMLButtonElement>(null);
  /** The line that was added last: it is where one types next. */
  const [added, setAdded] = useState<number>();
  const change = (id: number, patch: Partial<Pair>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...patch } : row)));
  return (
    <>
      {rows.map(({ id, key, value }, index) => (
        <div key={id} className="flex items-start gap-2">
          <Field
            label={`${keyLabel} ${index + 1}`}
            hideLabel
            ref={id === added ? focusNow : undefined}
            placeholder={placeholder}
            spellCheck={false}
            autoComplete="off"
            className="grow basis-0"
            inputClassName="font-mono"
            value={key}
            onChange={(event) => change(id, { key: event.target.value })}
          />
          <Select
            label={`${valueLabel} ${index + 1}`}
            hideLabel
            className="grow basis-0"
            value={value}
            onChange={(event) => change(id, { value: event.target.value })}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
          <IconButton
            label={`Remove ${key || `${keyLabel.toLowerCase()} ${index + 1}`}`}
            onClick={() => {
              // The button goes with its line; the focus stays in the list.
              adding.current?.focus();
              onChange(rows.filter((row) => row.id !== id));
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
          onChange([...rows, { id, key: '', value: options[0]?.value ?? '' }]);
        }}
      >
        {add}
      </Button>
    </>
  );
}
