import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import type { ReactNode } from 'react';
import { notices as words } from '../words/words.ts';

/** Shown instead of data that could not be loaded, with Retry. */
export const LoadFailed = ({
  title,
  query,
  children,
}: {
  title: string;
  query: { isFetching: boolean; refetch: () => unknown };
  /** What happened, and what to do. */
  children: ReactNode;
}) => (
  <EmptyState
    kind="failed"
    title={title}
    action={
      <Button busy={query.isFetching} busyLabel={words.retrying} onClick={() => void query.refetch()}>
        {words.retry}
      </Button>
    }
  >
    {children}
  </EmptyState>
);
