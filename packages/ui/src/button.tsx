import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';

/** `prize`: what leads to a win. `tonal`: an action among many of its kind. */
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
  /** For a row of a table or a toolbar: lower, with smaller text. Never the one action of a phone screen. */
  small?: boolean;
}

/** The classes of a button, for a link that has to look like one. */
export const buttonClass = ({ variant = 'secondary', block = false, small = false }: ButtonLook = {}): string =>
  cx(
    'inline-flex select-none items-center justify-center gap-2 rounded-control border text-center font-semibold transition-colors duration-150',
    small ? 'min-h-small px-3 py-1 text-sm max-xs:px-2' : 'min-h-control px-4 py-2 text-control max-xs:px-2',
    'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted disabled:hover:bg-sunken',
    looks[variant],
    block && 'w-full',
  );

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Something is under way: presses are ignored, the focus stays where it is. */
  busy?: boolean;
  /** What the button says meanwhile, e.g. 'Signing in...'. */
  busyLabel?: ReactNode;
  /** It has only just come to where another one was: presses are ignored, and it looks as it always does. */
  tooNew?: boolean;
  icon?: ReactNode;
}

/**
 * A button. While `busy` it is `aria-disabled` instead of `disabled`: a disabled button drops the keyboard focus. Enter
 * in a form presses its submit button, so a busy one holds that back too.
 */
export function Button({
  variant,
  block,
  small,
  busy = false,
  busyLabel,
  tooNew = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || tooNew) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={busy || tooNew || undefined}
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

/**
 * A square button that is an icon; `label` is its name for screen readers and its tooltip. What is under way turns in
 * the icon's place: beside it there is no room.
 */
export function IconButton({ label, className, children, ...rest }: Omit<ButtonProps, 'block'> & { label: string }) {
  return (
    <Button variant="quiet" {...rest} aria-label={label} title={label} className={cx('aspect-square px-0!', className)}>
      {rest.busy ? null : children}
    </Button>
  );
}
