import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad' | 'info';

const looks: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-focus/12 text-focus',
};

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={cx(
      'inline-flex max-w-full items-center gap-1 rounded-[0.75rem] px-2 text-xs/6 wrap-break-word tabular-nums max-sm:wrap-anywhere',
      looks[tone],
    )}
  >
    {children}
  </span>
);
