import { Field, type FieldProps } from '@inaam/ui/field';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { getFieldError } from '../../../app/errors.ts';
import type { Draft, Problems } from './settings-draft.ts';

/** Props of each group of settings. */
export interface GroupProps {
  draft: Draft;
  set: (patch: Partial<Draft>) => void;
  problems: Problems;
}

/** The problem of a setting or of a part of it, as a sentence. */
export function getProblem(problems: Problems, setting: string, label: string): string | undefined {
  const at = Object.keys(problems).find((path) => path === setting || path.startsWith(`${setting}.`));
  return at === undefined ? undefined : getFieldError(label, { message: problems[at] });
}

type Typed = 'name' | 'slug' | 'postback_query' | 'click_param' | 'signed_url' | 'currency' | 'rate';
type Counted =
  | 'hold_hours'
  | 'window_days'
  | 'payout_ceiling'
  | 'payout_ratio'
  | 'timestamp_param'
  | 'timestamp_minutes';

/** A setting in a one-line text field. */
export function TextSetting({
  group: { draft, set, problems },
  name,
  setting = name,
  nameInText,
  label,
  className = 'sm:col-span-3',
  ...field
}: Omit<FieldProps, 'name' | 'value' | 'error' | 'onChange'> & {
  group: GroupProps;
  /** Its key in the draft. */
  name: Typed | Counted;
  /** Its name in the schema, where that differs. */
  setting?: string;
  /** Its name within a sentence, where that is not the label. */
  nameInText?: string;
  label: string;
}) {
  return (
    <Field
      spellCheck={false}
      {...field}
      label={label}
      className={className}
      value={draft[name]}
      error={getProblem(problems, setting, nameInText ?? label)}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
}

/** Props of a field for numbers. */
export const numberField = { inputMode: 'decimal', inputClassName: 'text-right tabular-nums' } as const;

export const Group = ({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) => (
  <fieldset className="min-w-0 rounded-card border border-line bg-surface p-card">
    <legend className="sr-only">{title}</legend>
    <h2 aria-hidden className="text-base">
      {title}
    </h2>
    {hint && <p className="text-sm text-muted">{hint}</p>}
    <div className="mt-3 grid grid-cols-1 gap-4 sm:grid-cols-6">{children}</div>
  </fieldset>
);

/** A part of a group that has more than one field. */
export const SubGroup = ({
  title,
  hint,
  problem,
  children,
}: {
  title: string;
  hint?: ReactNode;
  problem?: string | undefined;
  children: ReactNode;
}) => (
  <fieldset className="min-w-0 sm:col-span-6">
    <legend className="text-sm font-semibold">{title}</legend>
    {hint && <p className="text-sm text-muted">{hint}</p>}
    <div className="mt-2 grid grid-cols-1 gap-2">{children}</div>
    {/* Focusable: the group has many fields, so problems lead to its message. */}
    {problem && (
      <p
        role="alert"
        tabIndex={-1}
        data-problem=""
        className="mt-1 flex scroll-my-24 gap-1 rounded-control text-sm text-bad"
      >
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>{problem}</span>
      </p>
    )}
  </fieldset>
);
