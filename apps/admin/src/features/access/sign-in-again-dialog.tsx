import { adminPaths } from '@inaam/contracts/common/paths';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { useSyncExternalStore } from 'react';
import { storeSession, useAdminAuth } from '../../app/auth.tsx';
import { callsAwaitingSignIn } from '../../app/identity-proof.ts';
import { LoginForm } from './login-form.tsx';

/** Asks for a new sign-in in a dialog when the session has expired. The page stays open, so no input is lost. */
export function SignInAgainDialog() {
  const isOpen = useSyncExternalStore(callsAwaitingSignIn.subscribe, callsAwaitingSignIn.isOpen);
  const { state, onSignedIn, clearLocalSession } = useAdminAuth();
  if (!isOpen || state.status !== 'signedIn') return null;
  return (
    <Dialog
      open
      closable={false}
      onOpenChange={() => {}}
      title="Sign in again"
      description="Your session has ended. What you typed is still here."
      footer={
        <Button
          onClick={() => {
            clearLocalSession();
            callsAwaitingSignIn.settle(false);
          }}
        >
          Use another account
        </Button>
      }
    >
      <LoginForm
        username={state.admin.username}
        onSignedIn={(session) => {
          if (session.admin.username === state.admin.username) {
            onSignedIn(session);
            callsAwaitingSignIn.settle(true);
            return;
          }
          // The passkey belongs to another admin, who must neither send the waiting calls nor see this page's data.
          storeSession(session.sessionId, session.admin);
          window.location.assign(adminPaths.dashboard);
        }}
      />
    </Dialog>
  );
}
