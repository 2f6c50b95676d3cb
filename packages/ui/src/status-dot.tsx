import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { cx } from './cx.ts';

const dots: Record<Tone, string> = {
  neutral: 'bg-muted',
  accent: 'bg-accent',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  info: 'bg-focus',
};

/** A status: a dot of its colour with its word, so that colour is never the only sign. */
export const StatusDot = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className="inline-flex items-center gap-2 whitespace-nowrap">
    <span aria-hidden className={cx('size-2 shrink-0 rounded-full', dots[tone])} />
    {children}
  </span>
);
