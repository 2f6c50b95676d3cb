import { formatPlural } from '@inaam/contracts/common/format';
import { cx } from '@inaam/ui/cx';
import type { LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Timestamp } from '../../page/timestamp.tsx';

export interface Step {
  title: string;
  Icon: LucideIcon;
  /** When the step happened; null if the step has not happened yet. */
  at: string | null;
  /** The details, or the reason why the step has no details. */
  content: ReactNode;
  /** Shown next to the title. */
  status?: ReactNode;
}

/** The time of the nearest earlier step that has happened. */
const findPreviousTime = (steps: readonly Step[], index: number): string | undefined =>
  steps.slice(0, index).findLast(({ at }) => at !== null)?.at ?? undefined;

const Gap = ({ children }: { children: ReactNode }) => (
  <li className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3 text-xs text-muted">
    <span aria-hidden className="mx-auto w-px bg-line" />
    <span className="py-2">{children}</span>
  </li>
);

/** Steps in order, each with its time and the gap since the previous step. */
export const Timeline = ({ steps }: { steps: readonly Step[] }) => (
  <ol>
    {steps.map(({ title, Icon, at, content, status }, index) => {
      const earlier = findPreviousTime(steps, index);
      return (
        <Fragment key={title}>
          {index > 0 && <Gap>{at && earlier ? formatGap(earlier, at) : ''}</Gap>}
          <li className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3">
            <div className="grid grid-rows-[auto_1fr] justify-items-center">
              <span
                className={cx(
                  'grid size-9 place-items-center rounded-full border',
                  at ? 'border-transparent bg-accent-soft text-accent' : 'border-dashed border-edge text-muted',
                )}
              >
                <Icon aria-hidden className="size-4" />
              </span>
              {index < steps.length - 1 && <span aria-hidden className="w-px bg-line" />}
            </div>
            <section
              aria-label={title}
              className={cx(
                'min-w-0 rounded-card border p-card',
                at ? 'border-line bg-surface' : 'border-dashed border-edge',
              )}
            >
              <header className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
                <h2 className="text-base">{title}</h2>
                {status}
                {at && <Timestamp at={at} className="text-sm text-muted tabular-nums sm:ml-auto" />}
              </header>
              {content}
            </section>
          </li>
        </Fragment>
      );
    })}
  </ol>
);

const SECOND = 1000;
const units = [
  { ms: 24 * 60 * 60 * SECOND, name: 'day' },
  { ms: 60 * 60 * SECOND, name: 'hour' },
  { ms: 60 * SECOND, name: 'minute' },
  { ms: SECOND, name: 'second' },
] as const;

/** The time between two moments, in the largest unit that fits: `12 minutes later`. */
export function formatGap(from: string, to: string): string {
  const ms = new Date(to).getTime() - new Date(from).getTime();
  const size = Math.abs(ms);
  const unit = units.find((each) => size >= each.ms);
  if (!unit) return 'at the same moment';
  const count = Math.floor(size / unit.ms);
  return `${formatPlural(count, unit.name)} ${ms < 0 ? 'earlier' : 'later'}`;
}
