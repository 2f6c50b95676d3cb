import { formatDateTime, relativeTime } from '@inaam/contracts/common/time';
import { Badge } from '@inaam/ui/badge';
import { Button } from '@inaam/ui/button';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { MonitorSmartphone } from 'lucide-react';
import { trpc } from '../../app/data.tsx';
import { messageOf } from '../../app/errors.ts';
import { AccountSection, Refused } from './account-section.tsx';

/** Where the account is signed in. */
export function OwnDevices() {
  const utils = trpc.useUtils();
  const { data, error } = trpc.user.account.sessions.useQuery();
  const onSuccess = () => utils.user.account.sessions.invalidate();
  const end = trpc.user.account.endSession.useMutation({ onSuccess });
  const endOthers = trpc.user.account.endOtherSessions.useMutation({ onSuccess });
  const failed = error ?? end.error ?? endOthers.error;
  return (
    <AccountSection
      title="Devices"
      about="Where you are signed in. End what you do not know, and change your password then."
    >
      {!data && !error && (
        <Loading label="Loading your devices..." className="grid gap-2">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </Loading>
      )}
      {data && (
        <ul className="grid gap-3">
          {data.map((session) => (
            <li key={session.session_id} className="flex items-start gap-3">
              <MonitorSmartphone aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
              <span className="min-w-0 grow">
                <span className="flex flex-wrap items-center gap-2">
                  {session.browser}
                  {session.present && <Badge tone="good">This one</Badge>}
                  {session.google && <Badge>Google</Badge>}
                </span>
                <span className="block text-sm wrap-anywhere text-muted">
                  {session.ip ?? 'Unknown address'} · since {formatDateTime(session.created_at)} · last used{' '}
                  {relativeTime(session.last_seen_at, new Date()).toLowerCase()}
                </span>
              </span>
              {!session.present && (
                <Button
                  small
                  aria-label={`End the session of ${session.browser}`}
                  busy={end.isPending && end.variables.sessionId === session.session_id}
                  onClick={() => end.mutate({ sessionId: session.session_id })}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.length > 1 && (
        <div>
          <Button busy={endOthers.isPending} busyLabel="Ending..." onClick={() => endOthers.mutate()}>
            Sign out all others
          </Button>
        </div>
      )}
      <Refused>{failed && messageOf(failed, 'This did not work. Please try again.')}</Refused>
    </AccountSection>
  );
}
