import { userPaths } from '@inaam/contracts/common/paths';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { LoadingScreen } from './loading-screen.tsx';
import { useAuth } from './session/auth.tsx';
import { returnPath } from './session/return-path.ts';

/** Opens the page that the person requested before the sign-in, else the offers. */
function RedirectAfterSignIn() {
  const { history } = useRouter();
  useEffect(() => history.replace(returnPath.read() ?? userPaths.offers), [history]);
  return null;
}

/**
 * Sign-in and registration: a signed-in person is redirected. A browser without a remembered session shows the form
 * during the session check.
 */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { session } = useAuth();
  if (session.status === 'signed-in') return <RedirectAfterSignIn />;
  if (session.status === 'checking' && session.remembered) return <LoadingScreen />;
  return children;
}
