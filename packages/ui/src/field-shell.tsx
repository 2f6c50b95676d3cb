import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export interface FieldShellProps {
  label: ReactNode;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean | undefined;
  hint?: ReactNode;
  /** What is wrong and what to do. It marks the control as invalid and describes it. */
  error?: ReactNode;
  className?: string | undefined;
  id?: string | undefined;
}

export interface ControlAria {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label, hint and error around any control, connected by ids. */
export function FieldShell({
  label,
  hideLabel,
  hint,
  error,
  className,
  id,
  children,
}: FieldShellProps & { children: (aria: ControlAria) => ReactNode }) {
  const generatedId = useId();
  const control = id ?? generatedId;
  const described = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(' ');
  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={control} className={hideLabel ? 'sr-only' : 'mb-1 block text-sm font-semibold'}>
        {label}
      </label>
      {children({ id: control, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={`${control}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${control}-error`} className="mt-1 flex gap-1 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

/** The shared look of inputs, selects and text areas. */
export const controlClass =
  'block w-full min-h-control rounded-control border border-edge bg-surface px-3 py-2 text-control text-ellipsis text-text transition-colors duration-150 ' +
  'hover:border-text aria-invalid:border-bad disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted';
