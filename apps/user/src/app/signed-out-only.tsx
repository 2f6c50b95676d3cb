import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LoadingScreen } from './loading-screen.tsx';
import { paths } from './paths.ts';
import { useAuth } from './session/auth.tsx';

/**
 * Sign-in and registration: whoever is signed in goes to the offers. While the server is asked, a browser that remembers nobody
 * shows the form at once.
 */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { session } = useAuth();
  if (session.status === 'signed-in') return <Navigate to={paths.offers} replace />;
  if (session.status === 'checking' && session.remembered) return <LoadingScreen />;
  return children;
}
