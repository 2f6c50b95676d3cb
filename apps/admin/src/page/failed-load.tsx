import { Button, IconButton } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import { X } from 'lucide-react';
import { useState } from 'react';
import { getLoadError } from '../app/errors.ts';

/** A failed load with Retry, shown instead of the content. Dismissed, it shrinks to one line that keeps Retry. */
export function FailedLoad({
  title,
  error,
  isFetching,
  onRetry,
  heading,
}: {
  /** `Failed to fetch offers` */
  title: string;
  error: unknown;
  isFetching: boolean;
  onRetry: () => void;
  /** `h1` if the page has no other content. */
  heading?: 'h1' | 'h2';
}) {
  const [dismissed, setDismissed] = useState<unknown>();
  const retry = (
    <Button small={dismissed === error} busy={isFetching} onClick={onRetry}>
      Retry
    </Button>
  );
  if (dismissed === error)
    return (
      <p className="flex flex-wrap items-center gap-3 text-muted">
        Not loaded
        {retry}
      </p>
    );
  return (
    <div className="relative">
      <EmptyState kind="failed" title={title} action={retry} {...(heading && { heading })}>
        {getLoadError(error)}
      </EmptyState>
      <IconButton label="Dismiss" className="absolute! top-1 right-1" onClick={() => setDismissed(error)}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
