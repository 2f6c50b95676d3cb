import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { cx } from './cx.ts';
import type { FieldProps } from './field.tsx';
import { controlClass, FieldShell } from './field-shell.tsx';
import { uiWords } from './words.ts';

/** A password input with a button to show and hide it. Paste and password managers work as usual. */
export function PasswordField({
  label,
  hideLabel,
  hint,
  error,
  className,
  id,
  inputClassName,
  ...input
}: Omit<FieldProps, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldShell label={label} hideLabel={hideLabel} hint={hint} error={error} className={className} id={id}>
      {(aria) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...aria}
            type={shown ? 'text' : 'password'}
            className={cx(controlClass, 'pr-14', inputClassName)}
          />
          <button
            type="button"
            aria-label={shown ? uiWords().hidePassword : uiWords().showPassword}
            aria-controls={aria.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-control text-muted hover:text-text"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </FieldShell>
  );
}
