import { CloudAlert, SearchX, Sprout } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const designs = {
  /** Nothing exists yet: describes what will appear and offers the first step. */
  'first-use': { Icon: Sprout, frame: 'border-dashed border-edge bg-surface', icon: 'bg-accent-soft text-accent' },
  /** The filters exclude everything: offers to clear the filters. */
  'no-match': { Icon: SearchX, frame: 'border-line bg-surface', icon: 'bg-sunken text-muted' },
  /** Loading failed: says so and offers a retry. */
  failed: { Icon: CloudAlert, frame: 'border-bad/40 bg-surface', icon: 'bg-bad-soft text-bad' },
} as const;

export interface EmptyStateProps {
  kind: keyof typeof designs;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Replaces the default icon. */
  icon?: ReactNode;
  /** A drawing instead of the icon. */
  drawing?: ReactNode;
  /** `h1` if the page has no other content. */
  heading?: 'h1' | 'h2';
  className?: string;
}

/** Shown instead of a list. The states 'none yet', 'no match' and 'failed' look different. */
export function EmptyState({
  kind,
  title,
  children,
  action,
  icon,
  drawing,
  heading: Heading = 'h2',
  className,
}: EmptyStateProps) {
  const { Icon, frame, icon: tint } = designs[kind];
  return (
    <div
      role={kind === 'failed' ? 'alert' : undefined}
      className={cx('flex flex-col items-center rounded-card border px-4 py-10 text-center', frame, className)}
    >
      {drawing ?? (
        <span className={cx('grid size-14 place-items-center rounded-full', tint)}>
          {icon ?? <Icon aria-hidden className="size-7" />}
        </span>
      )}
      <Heading className="mt-4 text-lg">{title}</Heading>
      {children && <div className="mt-1 max-w-sm text-balance text-muted">{children}</div>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
