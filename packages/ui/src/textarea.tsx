import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, FieldShell, type FieldShellProps } from './field-shell.tsx';

export function Textarea({
  label,
  hideLabel,
  hint,
  error,
  className,
  id,
  inputClassName,
  ...area
}: Omit<ComponentProps<'textarea'>, 'className'> & FieldShellProps & { inputClassName?: string }) {
  return (
    <FieldShell label={label} hideLabel={hideLabel} hint={hint} error={error} className={className} id={id}>
      {(aria) => <textarea rows={4} {...area} {...aria} className={cx(controlClass, inputClassName)} />}
    </FieldShell>
  );
}
