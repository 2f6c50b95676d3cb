import { userPaths } from '@inaam/contracts/common/paths';
import { Navigate, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { CheckFailed } from '../app/check-failed.tsx';
import { DataProvider } from '../app/data.tsx';
import { later } from '../app/later.tsx';
import { LoadingScreen } from '../app/loading-screen.tsx';
import { useAuth } from '../app/session/auth.tsx';
import { returnPath } from '../app/session/return-path.ts';
import { readStoredUser, readStoredUserId } from '../app/session/session-storage.ts';
import { Shell } from '../app/shell.tsx';
import { VerifyPlace } from '../features/account/verify-place.tsx';
import { LastKnownOffers } from '../features/offers/last-known-offers.tsx';
import { loadWords } from '../words/words.ts';

const AccountNotice = later(async () => (await import('../features/account/account-notice.tsx')).AccountNotice, {
  whileLoading: <VerifyPlace />,
});

const Bell = later(async () => (await import('../features/messages/bell.tsx')).Bell);

const OfflineVouchers = lazy(async () => ({
  default: (await Promise.all([import('../features/vouchers/offline-vouchers.tsx'), loadWords('inside')]))[0]
    .OfflineVouchers,
}));

/**
 * What this device has stored, above the message: the person on the profile, and the codes. Only this component and
 * {@link KeptOffers} follow the address: the layout would restart the redirect to sign-in with each change.
 */
function Kept() {
  const { pathname } = useLocation();
  const [user] = useState(readStoredUser);
  return (
    <>
      {pathname === userPaths.profile && user && (
        <p>
          <strong className="block text-xl font-semibold">
            {user.firstName} {user.lastName}
          </strong>
          <span className="text-muted">{user.email}</span>
        </p>
      )}
      <Suspense fallback={null}>
        <OfflineVouchers />
      </Suspense>
    </>
  );
}

/** The last seen offers, on their own page. */
function KeptOffers() {
  const { pathname } = useLocation();
  return pathname === userPaths.offers && <LastKnownOffers />;
}

const OpenFairness = lazy(async () => ({
  default: (await Promise.all([import('../features/spins/open-fairness.tsx'), loadWords('inside')]))[0].OpenFairness,
}));

/**
 * Public pages render without a session; others redirect to sign-in. It reads only this part of the address: rendering
 * on each change would restart the redirect endlessly.
 */
function SignedOut() {
  const isOpen = useLocation({ select: ({ pathname }) => pathname === userPaths.fairness });
  const router = useRouter();
  // The address before the redirect below.
  const [href] = useState(() => router.state.location.href);
  useEffect(() => returnPath.remember(href), [href]);
  return isOpen ? (
    <Suspense fallback={<LoadingScreen />}>
      <OpenFairness />
    </Suspense>
  ) : (
    <Navigate to={userPaths.login} replace />
  );
}

/** The layout of all pages for signed-in people; everyone else goes to /login. */
export function SignedInRoute() {
  const { session, recheck } = useAuth();
  switch (session.status) {
    case 'checking':
      return <LoadingScreen />;
    case 'failed':
      return readStoredUserId() === undefined ? (
        <CheckFailed message={session.message} onRetry={recheck} />
      ) : (
        <Shell>
          <CheckFailed framed message={session.message} onRetry={recheck} first={<Kept />}>
            <KeptOffers />
          </CheckFailed>
        </Shell>
      );
    case 'signed-out':
      return <SignedOut />;
    case 'signed-in':
      return <SignedIn userId={session.user.id} />;
  }
}

function SignedIn({ userId }: { userId: number }) {
  useEffect(() => returnPath.forget(), []);
  // A separate cache for each person: no one sees data of the person before.
  return (
    <DataProvider key={userId} userId={userId}>
      <Shell bell={<Bell />} notice={<AccountNotice />} />
    </DataProvider>
  );
}
