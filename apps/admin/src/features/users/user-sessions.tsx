import { formatCount, formatPlural } from '@inaam/contracts/common/format';
import type { UserProfile } from '@inaam/contracts/identity/user-profile';
import { Badge } from '@inaam/ui/badge';
import { Button } from '@inaam/ui/button';
import { useState } from 'react';
import { Allowed } from '../../app/allowed.tsx';
import { trpc } from '../../app/trpc.ts';
import { ConfirmDialog, getMessage, useSuccessToast } from '../../page/confirm-dialog.tsx';
import { EmptySection, Section } from '../../page/section.tsx';
import { ShowMore } from '../../page/show-more.tsx';
import { Timestamp } from '../../page/timestamp.tsx';
import { browserName } from './parts/browser-name.ts';

type Session = UserProfile['sessions'][number];
interface NamedUser {
  user_id: number;
  name: string;
}

/** The user's sessions, with the button that ends all sessions. */
export function UserSessions({ sessions, user }: { sessions: readonly Session[]; user: NamedUser }) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <Section
      title="Sessions"
      note={sessions.length > 0 && formatCount(sessions.length)}
      action={
        sessions.length > 0 && (
          <Allowed to="admin.users.endSessions">
            <Button small onClick={() => setIsConfirming(true)}>
              End sessions
            </Button>
          </Allowed>
        )
      }
    >
      {sessions.length === 0 ? (
        <EmptySection>No active sessions.</EmptySection>
      ) : (
        <ShowMore items={sessions} what="sessions">
          {(shown) => (
            <ul className="grid">
              {shown.map((session) => (
                <li key={session.session_id} className="border-t border-line py-2 first:border-t-0 first:pt-0">
                  <span className="flex flex-wrap items-center gap-x-2">
                    {browserName(session.user_agent)}
                    {session.signed_in_by_provider && <Badge>Google</Badge>}
                  </span>
                  <span className="block text-sm wrap-anywhere text-muted tabular-nums">
                    {session.ip ?? 'Unknown IP address'}
                  </span>
                  <span className="block text-sm text-muted tabular-nums">
                    Since <Timestamp at={session.created_at} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </ShowMore>
      )}
      {isConfirming && <EndSessions count={sessions.length} user={user} onClose={() => setIsConfirming(false)} />}
    </Section>
  );
}

function EndSessions({
  count,
  user: { user_id, name },
  onClose,
}: {
  count: number;
  user: NamedUser;
  onClose: () => void;
}) {
  const end = trpc.admin.users.endSessions.useMutation(useSuccessToast(onClose, getMessage));
  return (
    <ConfirmDialog
      danger
      title={`End the sessions of ${name}?`}
      consequence={`${formatPlural(count, 'session ends', 'sessions end')} at once. ${name} can sign in again.`}
      confirm="End sessions"
      busy="Ending..."
      failed="The sessions were not ended"
      mutation={end}
      onConfirm={() => end.mutate({ user_id })}
      onClose={onClose}
    />
  );
}
