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

/**
 * A status: a coloured dot with a word, so that colour is never the only sign. It stays on one line for tables; `wrap`
 * is for sentences.
 */
export const StatusDot = ({ tone, wrap = false, children }: { tone: Tone; wrap?: boolean; children: ReactNode }) => (
  <span className={cx('inline-flex gap-2', wrap ? 'items-baseline' : 'items-center whitespace-nowrap')}>
    <span aria-hidden className={cx('size-2 shrink-0 rounded-full', dots[tone])} />
    {wrap ? <span className="min-w-0">{children}</span> : children}
  </span>
);
