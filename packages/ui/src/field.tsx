import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, FieldShell, type FieldShellProps } from './field-shell.tsx';

export interface FieldProps extends Omit<ComponentProps<'input'>, 'className'>, FieldShellProps {
  /** Classes of the input itself, such as `code` for voucher codes. */
  inputClassName?: string;
}

/**
 * A labelled one-line input. It accepts all `<input>` attributes, so a form library's `register` can be spread into it.
 */
export function Field({ label, hideLabel, hint, error, className, id, inputClassName, ...input }: FieldProps) {
  return (
    <FieldShell label={label} hideLabel={hideLabel} hint={hint} error={error} className={className} id={id}>
      {(aria) => <input {...input} {...aria} className={cx(controlClass, inputClassName)} />}
    </FieldShell>
  );
}
