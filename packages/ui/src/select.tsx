import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, FieldShell, type FieldShellProps } from './field-shell.tsx';

/** A labelled native select, because the platform's own list is the best one on a phone. Options are its children. */
export function Select({
  label,
  hideLabel,
  hint,
  error,
  className,
  id,
  children,
  ...select
}: Omit<ComponentProps<'select'>, 'className'> & FieldShellProps) {
  return (
    <FieldShell label={label} hideLabel={hideLabel} hint={hint} error={error} className={className} id={id}>
      {(aria) => (
        <div className="relative">
          <select {...select} {...aria} className={cx(controlClass, 'appearance-none truncate pr-10')}>
            {children}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </FieldShell>
  );
}
