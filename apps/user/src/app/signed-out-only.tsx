import { userPaths } from '@inaam/contracts/common/paths';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LoadingScreen } from './loading-screen.tsx';
import { useAuth } from './session/auth.tsx';

/**
 * Sign-in and registration: a signed-in person is redirected to the offers. A browser without a remembered session
 * shows the form while the server is asked.
 */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { session } = useAuth();
  if (session.status === 'signed-in') return <Navigate to={userPaths.offers} replace />;
  if (session.status === 'checking' && session.remembered) return <LoadingScreen />;
  return children;
}
