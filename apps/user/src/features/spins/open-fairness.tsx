import { userPaths } from '@inaam/contracts/common/paths';
import type { FairnessDay } from '@inaam/contracts/spins/fairness';
import { buttonClass } from '@inaam/ui/button';
import { Card } from '@inaam/ui/card';
import { CopyButton } from '@inaam/ui/copy-button';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { ThemeSwitch } from '@inaam/ui/theme-switch';
import { Link } from '@tanstack/react-router';
import { CalendarCheck, Lock, ScanSearch } from 'lucide-react';
import { useEffect, useState } from 'react';
import { client } from '../../app/client.ts';
import { getErrorMessage } from '../../app/errors.ts';
import { LoadFailed } from '../../app/load-failed.tsx';
import { useBrand, usePageTitle } from '../../app/site.tsx';
import { formatDate } from '../../words/dates.ts';
import { fairness as words } from '../../words/words.ts';
import { DayList } from './day-list.tsx';

const steps = [
  { Icon: Lock, title: 'fixed', text: 'fixedHow' },
  { Icon: ScanSearch, title: 'shown', text: 'shownHow' },
  { Icon: CalendarCheck, title: 'published', text: 'publishedHow' },
] as const;

/** The page of published draws for people who are not signed in. */
export function OpenFairness() {
  usePageTitle(words.openTitle);
  const brand = useBrand();
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pb-[max(2rem,env(safe-area-inset-bottom))] sm:px-6">
      <header className="flex items-center justify-between gap-3 py-4">
        <Link to={userPaths.login} className="inline-flex min-h-control items-center gap-3">
          <img src="/icon.svg" alt="" width={36} height={36} />
          <span className="text-lg font-semibold">{brand}</span>
        </Link>
        <Link to={userPaths.login} className={buttonClass({ variant: 'secondary' })}>
          {words.signIn}
        </Link>
      </header>
      <main className="grid grid-cols-1 gap-6">
        <div className="pt-4 sm:pt-8">
          <h1 className="max-w-prose text-xl text-balance sm:text-2xl">{words.openTitle}</h1>
          <p className="mt-3 max-w-prose text-muted">{words.openLead}</p>
        </div>
        <ol className="grid grid-cols-1 gap-4 md:grid-cols-3">
          {steps.map(({ Icon, title, text }) => (
            <li key={title}>
              <Card className="flex h-full gap-4 md:flex-col md:gap-3">
                <span className="grid size-11 shrink-0 place-items-center rounded-card bg-accent-soft text-accent">
                  <Icon aria-hidden className="size-5" />
                </span>
                <div>
                  <h2 className="text-base">{words[title]}</h2>
                  <p className="mt-1 text-sm text-muted">{words[text]}</p>
                </div>
              </Card>
            </li>
          ))}
        </ol>
        <Days />
      </main>
      <footer className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-3 text-sm">
        <Link to={userPaths.legal} className="link inline-flex min-h-control items-center">
          {words.legal}
        </Link>
        <ThemeSwitch showLabels={false} />
      </footer>
    </div>
  );
}

type Answer = { days: readonly FairnessDay[] } | { error: unknown };

function Days() {
  const [answer, setAnswer] = useState<Answer>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isLate = false;
    const take = (got: Answer) => !isLate && setAnswer(got);
    // Each retry increments `tries` and so repeats the request.
    if (tries >= 0) void client.user.fairness.days.query().then(take, (error: unknown) => take({ error }));
    return () => {
      isLate = true;
    };
  }, [tries]);
  const retry = () => {
    setAnswer(undefined);
    setTries(tries + 1);
  };

  if (answer === undefined) {
    return (
      <Loading label={words.loadingDays} className="grid gap-4">
        <Skeleton className="h-36 w-full" />
        <Skeleton className="h-64 w-full" />
      </Loading>
    );
  }
  if ('error' in answer) {
    return (
      <LoadFailed title={words.daysFailed} query={{ isFetching: false, refetch: retry }}>
        {getErrorMessage(answer.error, words.failedHint)}
      </LoadFailed>
    );
  }
  const [newest] = answer.days;
  return (
    <>
      {newest && <Newest day={newest} />}
      <DayList days={answer.days} />
    </>
  );
}

const Newest = ({ day: { day, count, root } }: { day: FairnessDay }) => (
  <section aria-label={words.newest} className="rounded-card bg-stage p-5 text-stage-text sm:p-6">
    <p className="text-sm text-stage-muted">{words.newest}</p>
    <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-6">
      <h2 className="text-xl tabular-nums sm:text-2xl">{formatDate(`${day}T12:00:00+05:30`)}</h2>
      <p className="tabular-nums">{words.drawsOfDay({ count })}</p>
    </div>
    <div className="mt-4 flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="text-sm text-stage-muted">{words.root}</p>
        <p className="code mt-1 break-all">{root}</p>
      </div>
      <span className="shrink-0 rounded-control bg-surface text-text">
        <CopyButton value={root} what={`${words.root} ${day}`} variant="quiet" />
      </span>
    </div>
  </section>
);
