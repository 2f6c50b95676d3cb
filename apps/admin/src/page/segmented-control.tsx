import { cx } from '@inaam/ui/cx';
import { useId } from 'react';

/** A choice between a few options, side by side: a radio group that looks like one control. */
export function SegmentedControl<Value extends string | number>({
  label,
  options,
  value,
  onChange,
  className,
}: {
  /** The label for screen readers. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}) {
  const name = useId();
  return (
    <fieldset
      className={cx('grid auto-cols-fr grid-flow-col rounded-control border border-line bg-sunken p-1', className)}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'grid min-h-8 pointer-coarse:min-h-11 place-items-center rounded-[0.3rem] px-3 whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-focus',
            option.value === value ? 'bg-surface font-semibold' : 'text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
