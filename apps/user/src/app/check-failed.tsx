import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';

/** The session could not be checked: no network, or this network or device is refused. */
export const CheckFailed = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <main className="mx-auto max-w-md p-4 pt-16">
    <EmptyState
      kind="failed"
      title={message}
      action={
        <Button variant="primary" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {message === 'Request failed' && 'Check your connection and try again.'}
    </EmptyState>
  </main>
);
