import { userPaths } from '@inaam/contracts/common/paths';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LoadingScreen } from './loading-screen.tsx';
import { useAuth } from './session/auth.tsx';

/**
 * Sign-in and registration: whoever is signed in goes to the offers. While the server is asked, a browser that
 * remembers nobody shows the form at once.
 */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { session } = useAuth();
  if (session.status === 'signed-in') return <Navigate to={userPaths.offers} replace />;
  if (session.status === 'checking' && session.remembered) return <LoadingScreen />;
  return children;
}
