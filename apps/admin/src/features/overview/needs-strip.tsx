import { needsSummary } from '@inaam/contracts/insights/need-words';
import type { Need } from '@inaam/contracts/insights/needs';
import { cx } from '@inaam/ui/cx';
import { Skeleton } from '@inaam/ui/skeleton';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { errorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { needOf } from './need-words.ts';

const tones = {
  bad: 'before:bg-bad',
  warn: 'before:bg-prize',
  neutral: 'before:bg-edge',
} as const;

/** One thing that waits: the figure, what it counts, and the way to it. */
function NeedLink({ need }: { need: Need }) {
  const known = needOf(need);
  if (!known) return null;
  const { figure, words, tone, target } = known;
  return (
    <Link
      {...target}
      className={cx(
        'relative flex min-h-11 items-center gap-2 rounded-control bg-surface py-1 pr-3 pl-4 hover:bg-sunken',
        'border border-line before:absolute before:inset-y-1.5 before:left-1.5 before:w-1 before:rounded-full',
        tones[tone],
      )}
    >
      <span className="text-base font-semibold whitespace-nowrap tabular-nums">{figure}</span>
      <span className="text-sm leading-tight">{words}</span>
    </Link>
  );
}

/** What gets worse by waiting, first on the first page; each leads to its list. */
export function NeedsStrip() {
  const { data, error } = trpc.admin.insights.needs.useQuery(undefined, { refetchInterval: 60_000 });
  const needs = data?.needs.filter((each) => needOf(each) !== undefined);
  return (
    <section aria-label="Needs you" className="min-w-0">
      <h2 className="mb-1.5 text-xs text-muted">Needs you</h2>
      <p role="status" className="sr-only">
        {needs && needsSummary(needs)}
      </p>
      {needs === undefined ? (
        error ? (
          <p className="text-sm text-muted">
            What needs you could not be loaded: {errorText(error, 'the server did not answer')}
          </p>
        ) : (
          <Skeleton className="h-11" />
        )
      ) : needs.length === 0 ? (
        <p className="flex min-h-11 items-center gap-2 text-muted">
          <CircleCheck aria-hidden className="size-5 text-good" />
          Nothing needs you
        </p>
      ) : (
        <ul className="flex flex-wrap gap-2 max-sm:grid">
          {needs.map((need) => (
            <li key={`${need.kind} ${need.subject?.id ?? ''}`} className="min-w-0">
              <NeedLink need={need} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
