import { Loading, Skeleton } from '@inaam/ui/skeleton';
import type { ReactNode } from 'react';
import { FailedLoad } from './failed-load.tsx';

/** A part of a page that loads by itself: a placeholder, a failure with Retry, or the content. */
export function Loadable<Data>({
  query: { data, error, isFetching, refetch },
  what,
  failed = `Failed to fetch ${what}`,
  shape = ['h-40'],
  children,
}: {
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  /** `admins`, `the user` */
  what: string;
  failed?: string;
  /** The heights of the placeholder's blocks as classes, top to bottom. They must differ: each is a React key. */
  shape?: readonly string[];
  children: (data: Data) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (!error) {
    return (
      <Loading label={`Loading ${what}`} className="grid gap-4">
        {shape.map((height) => (
          <Skeleton key={height} className={height} />
        ))}
      </Loading>
    );
  }
  return <FailedLoad title={failed} error={error} isFetching={isFetching} onRetry={() => void refetch()} />;
}
