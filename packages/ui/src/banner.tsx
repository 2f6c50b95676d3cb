import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { uiWords } from './words.ts';

export type BannerTone = 'error' | 'success' | 'info';

const tones = {
  error: { Icon: CircleAlert, look: 'border-bad/40 bg-bad-soft', icon: 'text-bad', role: 'alert' },
  success: { Icon: CircleCheck, look: 'border-good/40 bg-good-soft', icon: 'text-good', role: 'status' },
  info: { Icon: Info, look: 'border-line bg-sunken', icon: 'text-accent', role: 'status' },
} as const;

export interface BannerProps {
  tone: BannerTone;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons that help, such as Retry. */
  action?: ReactNode;
  /** If given, a close button is shown. */
  onDismiss?: (() => void) | undefined;
  className?: string;
}

/**
 * A message above the content that it concerns. Errors interrupt a screen reader (`alert`), other tones wait
 * (`status`).
 */
export function Banner({ tone, title, children, action, onDismiss, className }: BannerProps) {
  const { Icon, look, icon, role } = tones[tone];
  return (
    <div
      role={role}
      className={cx('flex animate-appear items-start gap-3 rounded-control border p-3 max-xs:gap-0', look, className)}
    >
      <Icon aria-hidden className={cx('mt-0.5 size-5 shrink-0 max-xs:hidden', icon)} />
      <div className="min-w-0 grow text-sm wrap-anywhere">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className="mt-2 flex flex-wrap items-center gap-2">{action}</div>}
      </div>
      {onDismiss && (
        <button
          type="button"
          aria-label={uiWords().dismiss}
          onClick={onDismiss}
          className="-my-3 -mr-3 grid size-control shrink-0 place-items-center rounded-control text-muted hover:text-text"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}
