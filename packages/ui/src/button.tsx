import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';

/** `prize`: for a spin or a win. `tonal`: one of several equal actions. */
export type ButtonVariant = 'primary' | 'prize' | 'tonal' | 'secondary' | 'quiet' | 'danger';

const looks: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-accent-text hover:bg-accent-strong',
  prize: 'border-transparent prize-fill',
  tonal: 'border-transparent bg-accent-soft text-accent hover:brightness-95',
  secondary: 'border-edge bg-surface text-text hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-text hover:bg-sunken',
  danger: 'border-transparent bg-bad-fill text-bad-fill-text hover:brightness-90',
};

interface ButtonLook {
  variant?: ButtonVariant;
  /** Full width. */
  block?: boolean;
  /** For table rows and toolbars: lower, with smaller text. Never for the main action on a phone. */
  small?: boolean;
}

/** The classes of a button, for links that look like one. */
export const buttonClass = ({ variant = 'secondary', block = false, small = false }: ButtonLook = {}): string =>
  cx(
    'inline-flex select-none items-center justify-center gap-2 rounded-control border text-center font-semibold transition-colors duration-150',
    small ? 'min-h-small px-3 py-1 text-sm max-xs:px-2' : 'min-h-control px-4 py-2 text-control max-xs:px-2',
    'disabled:cursor-not-allowed disabled:text-muted',
    // A quiet button has no box, so it gets no box when it is disabled either.
    variant === 'quiet'
      ? 'disabled:bg-transparent disabled:hover:bg-transparent'
      : 'disabled:border-line disabled:bg-sunken disabled:hover:bg-sunken',
    looks[variant],
    block && 'w-full',
  );

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** True while an action is running: presses are ignored and the focus stays. */
  busy?: boolean;
  /** The text while busy, such as 'Signing in...'. */
  busyLabel?: ReactNode;
  /** Ignores presses but looks as usual: for a button that has just replaced another one. */
  ignoresPresses?: boolean;
  icon?: ReactNode;
}

/**
 * A button. While `busy` it is `aria-disabled` instead of `disabled`, because a disabled button loses the keyboard
 * focus. Enter in a form presses the submit button, so a busy submit button blocks Enter, too.
 */
export function Button({
  variant,
  block,
  small,
  busy = false,
  busyLabel,
  ignoresPresses = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || ignoresPresses) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={busy || ignoresPresses || undefined}
      aria-busy={busy || undefined}
      className={cx(
        buttonClass({ ...(variant && { variant }), block: !!block, small: !!small }),
        busy && 'cursor-progress!',
        className,
      )}
    >
      {busy ? (
        <span
          aria-hidden
          className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent"
        />
      ) : (
        icon
      )}
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}

/** A square icon button; `label` is its accessible name and tooltip. While busy, the spinner replaces the icon. */
export function IconButton({ label, className, children, ...rest }: Omit<ButtonProps, 'block'> & { label: string }) {
  return (
    <Button variant="quiet" {...rest} aria-label={label} title={label} className={cx('aspect-square px-0!', className)}>
      {rest.busy ? null : children}
    </Button>
  );
}
