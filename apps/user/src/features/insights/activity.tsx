import { formatRupees } from '@inaam/contracts/common/format';
import type { CompletionView } from '@inaam/contracts/insights/insights';
import { Card } from '@inaam/ui/card';
import { cx } from '@inaam/ui/cx';
import { Check } from 'lucide-react';
import { locale, profile as words } from '../../words/words.ts';
import { listWeek, sumMonth } from './statistics.ts';

const zone = { timeZone: 'Asia/Kolkata' };

/** Shows the last seven days, marks those with a completed offer, and sums up the wins of this month. */
export function Activity({ completions, now }: { completions: readonly CompletionView[]; now: Date }) {
  const short = new Intl.DateTimeFormat(locale(), { weekday: 'short', ...zone });
  const long = new Intl.DateTimeFormat(locale(), { weekday: 'long', ...zone });
  const { count, rupees } = sumMonth(completions, now);
  const month = new Intl.DateTimeFormat(locale(), { month: 'long', ...zone }).format(now);
  return (
    <Card>
      <h2 className="text-base">{words.week}</h2>
      <ol className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(2rem,1fr))] gap-1 text-center text-xs">
        {listWeek(completions, now).map(({ day, isDone }) => {
          const at = new Date(`${day}T12:00:00+05:30`);
          const name = { day: long.format(at) };
          return (
            <li key={day} className="flex flex-col items-center gap-1">
              <span aria-hidden className="text-muted">
                {short.format(at)}
              </span>
              <span
                aria-hidden
                className={cx(
                  'grid size-8 place-items-center rounded-full',
                  isDone ? 'bg-prize text-prize-text' : 'border border-edge bg-sunken',
                )}
              >
                {isDone && <Check className="size-4" />}
              </span>
              <span className="sr-only">{isDone ? words.weekDone(name) : words.weekNone(name)}</span>
            </li>
          );
        })}
      </ol>
      <p className="mt-3 text-sm text-muted">
        {count === 0 ? words.monthNone({ month }) : words.monthWon({ count, month, amount: formatRupees(rupees) })}
      </p>
    </Card>
  );
}
