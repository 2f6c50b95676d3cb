import { computePathRoot } from '@inaam/contracts/spins/merkle';
import { Card } from '@inaam/ui/card';
import { StatusDot } from '@inaam/ui/status-dot';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../app/data.tsx';
import { fairness as words } from '../../words/words.ts';
import { DayList } from './day-list.tsx';

/** Published draws of all users, shown with the user's own draw. */
export function PublishedDays() {
  const { data } = trpc.user.fairness.days.useQuery(undefined, { staleTime: 300_000 });
  return data ? <DayList days={data.days} /> : null;
}

/** A draw's place in its published day, recomputed on this device. */
export function PlaceInDay({ offerId, commitment }: { offerId: number; commitment: string }) {
  const { data } = trpc.user.fairness.place.useQuery({ offerId });
  const place = data?.place;
  const checked = useQuery({
    queryKey: ['place', offerId, place?.root],
    enabled: place !== undefined && place !== null && crypto.subtle !== undefined,
    queryFn: async () => (place ? (await computePathRoot(commitment, place)) === place.root : false),
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
