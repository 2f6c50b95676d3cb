import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import { Link } from '@tanstack/react-router';
import { paths } from './paths.ts';

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
      {message === 'Request failed' ? (
        'Check your connection and try again.'
      ) : (
        <>
          If you believe that this is a mistake, please contact us:{' '}
          <Link to={paths.legal} className="link">
            Legal & Support
          </Link>
        </>
      )}
    </EmptyState>
  </main>
);
