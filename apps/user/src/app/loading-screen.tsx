import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';

/** While the session is checked. */
export const LoadingScreen = () => (
  <div className="grid min-h-dvh place-items-center p-4">
    <div className="flex flex-col items-center gap-4">
      <img src="/icon.svg" alt="" width={56} height={56} className="animate-pulse" />
      <p role="status" className="text-muted">
        Loading your dashboard...
      </p>
    </div>
  </div>
);

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
