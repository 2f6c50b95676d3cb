import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import type { ReactNode } from 'react';
import { loadProblem } from '../../app/errors.ts';

/** A part of the page that is loaded by itself: its shape before, its failure with Retry, or what it shows. */
export function Loadable<Data>({
  query: { data, error, isFetching, refetch },
  what,
  children,
}: {
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  /** `admins` */
  what: string;
  children: (data: Data) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (!error) {
    return (
      <Loading label={`Loading ${what}`}>
        <Skeleton className="h-40" />
      </Loading>
    );
  }
  return (
    <EmptyState
      kind="failed"
      title={`Failed to fetch ${what}`}
      action={
        <Button busy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      }
    >
      {loadProblem(error)}
    </EmptyState>
  );
}
