import type { UserProfile } from '@inaam/contracts/user-profile';
import { AlertDialog } from '@inaam/ui/alert-dialog';
import { Badge } from '@inaam/ui/badge';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { toast } from '@inaam/ui/toaster';
import { useState } from 'react';
import { browserName } from '../../app/browser-name.ts';
import { errorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { Moment } from '../../record/moment.tsx';
import { Nothing, Part } from '../../record/part.tsx';
import { Shortened } from '../../record/shortened.tsx';

type Session = UserProfile['sessions'][number];
interface Named {
  user_id: number;
  name: string;
}

/** Where the user is signed in, and the way to end that. */
export function UserSessions({ sessions, user }: { sessions: readonly Session[]; user: Named }) {
  const [asking, setAsking] = useState(false);
  return (
    <Part
      title="Sessions"
      note={sessions.length > 0 && sessions.length.toLocaleString('en-IN')}
      action={
        sessions.length > 0 && (
          <Button small onClick={() => setAsking(true)}>
            End sessions
          </Button>
        )
      }
    >
      {sessions.length === 0 ? (
        <Nothing>Signed in nowhere.</Nothing>
      ) : (
        <Shortened items={sessions} what="sessions">
          {(shown) => (
            <ul className="grid">
              {shown.map((session) => (
                <li key={session.session_id} className="border-t border-line py-2 first:border-t-0 first:pt-0">
                  <span className="flex flex-wrap items-center gap-x-2">
                    {browserName(session.user_agent)}
                    {session.from_provider && <Badge>Google</Badge>}
                  </span>
                  <span className="block text-sm wrap-anywhere text-muted tabular-nums">
                    {session.ip ?? 'Unknown address'}
                  </span>
                  <span className="block text-sm text-muted tabular-nums">
                    Since <Moment at={session.created_at} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Shortened>
      )}
      {asking && <EndSessions count={sessions.length} user={user} onClose={() => setAsking(false)} />}
    </Part>
  );
}

function EndSessions({ count, user: { user_id, name }, onClose }: { count: number; user: Named; onClose: () => void }) {
  const utils = trpc.useUtils();
  const end = trpc.admin.users.endSessions.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
      return utils.admin.invalidate();
    },
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      danger
      title={`End the sessions of ${name}?`}
      description={`${count === 1 ? '1 session ends' : `${count.toLocaleString('en-IN')} sessions end`} at once. ${name} can sign in again.`}
      confirmLabel="End sessions"
      busyLabel="Ending..."
      busy={end.isPending}
      onConfirm={() => end.mutate({ user_id })}
    >
      {end.error && (
        <Banner tone="error" title="The sessions were not ended" onDismiss={end.reset}>
          {errorText(end.error, 'Please try again.')}
        </Banner>
      )}
    </AlertDialog>
  );
}
