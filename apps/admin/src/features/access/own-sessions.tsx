import { formatDateTime } from '@inaam/contracts/common/time';
import { Badge } from '@inaam/ui/badge';
import { Button } from '@inaam/ui/button';
import { toast } from '@inaam/ui/toaster';
import { useState } from 'react';
import { useAdminAuth } from '../../app/auth.tsx';
import { getErrorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { Banner } from '../../page/banner.tsx';
import { ConfirmDialog } from '../../page/confirm-dialog.tsx';
import { Loadable } from '../../page/loadable.tsx';
import { browserName } from '../users/parts/browser-name.ts';

/** The signed-in admin's sessions, with the buttons that end sessions. */
export function OwnSessions() {
  const utils = trpc.useUtils();
  const query = trpc.admin.admins.sessions.useQuery();
  const [isConfirming, setIsConfirming] = useState(false);
  const revoke = trpc.admin.admins.revokeSession.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      return utils.admin.admins.sessions.invalidate();
    },
  });
  return (
    <div className="grid gap-3">
      {revoke.error && (
        <Banner tone="error" title="The session was not signed out" onDismiss={revoke.reset}>
          {getErrorText(revoke.error, 'Please try again.')}
        </Banner>
      )}
      <Loadable query={query} what="your sessions">
        {({ sessions }) => (
          <ul className="grid gap-2">
            {sessions.map((session) => (
              <li key={session.sessionId} className="flex flex-wrap items-center gap-3 border-b border-line pb-2">
                <span className="min-w-0 grow">
                  <span className="flex items-center gap-2">
                    {browserName(session.user_agent)}
                    {session.is_current && <Badge tone="accent">This device</Badge>}
                  </span>
                  <span className="block text-xs text-muted tabular-nums">
                    {session.ip ?? 'Unknown IP address'} · since {formatDateTime(session.created_at)} IST
                  </span>
                </span>
                {!session.is_current && (
                  <Button
                    small
                    busy={revoke.isPending && revoke.variables.sessionId === session.sessionId}
                    onClick={() => revoke.mutate({ sessionId: session.sessionId })}
                  >
                    Sign out<span className="sr-only"> the session since {formatDateTime(session.created_at)}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loadable>
      <Button className="justify-self-start" onClick={() => setIsConfirming(true)}>
        Sign out everywhere
      </Button>
      {isConfirming && <SignOutEverywhere onClose={() => setIsConfirming(false)} />}
    </div>
  );
}

function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const { onSignedOut } = useAdminAuth();
  const signOutEverywhere = trpc.admin.admins.signOutEverywhere.useMutation({ onSuccess: onSignedOut });
  return (
    <ConfirmDialog
      title="Sign out everywhere?"
      consequence="All of your sessions end at once, including this one. Sign in again with your password."
      confirm="Sign out everywhere"
      busy="Signing out..."
      failed="Your sessions were not signed out"
      danger
      mutation={signOutEverywhere}
      onConfirm={() => signOutEverywhere.mutate()}
      onClose={onClose}
    />
  );
}
