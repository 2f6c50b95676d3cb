import { rootOfPath } from '@inaam/contracts/spins/merkle';
import { Card } from '@inaam/ui/card';
import { CopyButton } from '@inaam/ui/copy-button';
import { StatusDot } from '@inaam/ui/status-dot';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../app/data.tsx';
import { fairness as words } from '../../words/words.ts';

/** Where programs read the same. */
const FILE = '/fairness.json';

/** What is published of all draws, newest day first; as long as a month is shown. */
export function PublishedDays() {
  const { data } = trpc.user.fairness.days.useQuery(undefined, { staleTime: 300_000 });
  if (!data) return null;
  return (
    <Card>
      <h2 className="text-base">{words.days}</h2>
      <p className="mt-1 max-w-prose text-sm text-muted">
        {words.daysHow}{' '}
        <a href={FILE} className="link">
          {FILE}
        </a>
      </p>
      {data.days.length === 0 ? (
        <p className="mt-3 text-sm text-muted">{words.noDays}</p>
      ) : (
        <ul className="mt-3 grid divide-y divide-line text-sm">
          {data.days.slice(0, 31).map(({ day, root, count }) => (
            <li key={day} className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[7rem_6rem_minmax(0,1fr)]">
              <span className="font-semibold tabular-nums">{day}</span>
              <span className="text-muted tabular-nums">
                {words.draws}: {count}
              </span>
              <span className="flex min-w-0 items-start justify-between gap-3">
                <span className="code min-w-0">{root}</span>
                <span className="shrink-0">
                  <CopyButton value={root} what={`${words.root} ${day}`} variant="quiet" />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Where a draw stands in what was published of its day, computed again on this device. */
export function PlaceInDay({ offerId, commitment }: { offerId: number; commitment: string }) {
  const { data } = trpc.user.fairness.place.useQuery({ offerId });
  const place = data?.place;
  const checked = useQuery({
    queryKey: ['place', offerId, place?.root],
    enabled: place !== undefined && place !== null && crypto.subtle !== undefined,
    queryFn: async () => (place ? (await rootOfPath(commitment, place)) === place.root : false),
  });
  if (!data) return null;
  return (
    <Card>
      <h2 className="text-base">{words.root}</h2>
      {!place ? (
        <p className="mt-2 text-sm text-muted">{words.notYet}</p>
      ) : (
        <>
          <p className="mt-2 text-sm">
            {checked.data !== undefined && (
              <StatusDot wrap tone={checked.data ? 'good' : 'bad'}>
                {checked.data
                  ? words.inDay({ place: place.index + 1, count: place.count, day: place.day })
                  : words.notInDay({ day: place.day })}
              </StatusDot>
            )}
          </p>
          <p className="code mt-2 text-sm">{place.root}</p>
          <details className="mt-3 text-sm">
            <summary className="link min-h-control cursor-pointer">{words.path({ count: place.path.length })}</summary>
            <ol className="mt-2 grid list-decimal gap-1 pl-6">
              {place.path.map((hash) => (
                <li key={hash} className="code">
                  {hash}
                </li>
              ))}
            </ol>
          </details>
        </>
      )}
    </Card>
  );
}
