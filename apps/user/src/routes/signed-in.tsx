import { userPaths } from '@inaam/contracts/common/paths';
import { Navigate } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { CheckFailed } from '../app/check-failed.tsx';
import { DataProvider } from '../app/data.tsx';
import { LoadingScreen } from '../app/loading-screen.tsx';
import { useAuth } from '../app/session/auth.tsx';
import { Shell } from '../app/shell.tsx';
import { LastKnownOffers } from '../features/offers/last-known-offers.tsx';

/** Fetched beside the screen. Where it does not arrive, the screen is as good without. */
const AccountNotice = lazy(
  (): Promise<{ default: ComponentType }> =>
    import('../features/account/account-notice.tsx').then(
      (loaded) => ({ default: loaded.AccountNotice }),
      () => ({ default: () => null }),
    ),
);

/** The layout of all pages for signed-in people; everyone else goes to /login. */
export function SignedInRoute() {
  const { session, recheck } = useAuth();
  switch (session.status) {
    case 'checking':
      return <LoadingScreen />;
    case 'failed':
      return (
        <CheckFailed message={session.message} onRetry={recheck}>
          <LastKnownOffers />
        </CheckFailed>
      );
    case 'signed-out':
      return <Navigate to={userPaths.login} replace />;
    case 'signed-in':
      // A cache of its own for each person: nobody sees what the one before had loaded.
      return (
        <DataProvider key={session.user.id} userId={session.user.id}>
          <Shell
            notice={
              <Suspense fallback={null}>
                <AccountNotice />
              </Suspense>
            }
          />
        </DataProvider>
      );
  }
}
