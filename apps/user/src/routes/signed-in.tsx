import { userPaths } from '@inaam/contracts/common/paths';
import type { SessionOwner } from '@inaam/contracts/identity/sign-in';
import { CrashBoundary } from '@inaam/ui/crash-boundary';
import { Navigate, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { CheckFailed } from '../app/check-failed.tsx';
import { DataProvider } from '../app/data.tsx';
import { FirstNotices, Placed } from '../app/first-notices.tsx';
import { atOnce, later } from '../app/later.tsx';
import { LoadingScreen } from '../app/loading-screen.tsx';
import { useAuth } from '../app/session/auth.tsx';
import { returnPath } from '../app/session/return-path.ts';
import { readStoredUser, readStoredUserId } from '../app/session/session-storage.ts';
import { Shell } from '../app/shell.tsx';
import { VerifyPlace } from '../features/account/verify-place.tsx';
import { LastKnownOffers } from '../features/offers/last-known-offers.tsx';
import { loadWords } from '../words/words.ts';

const loadAccountNotice = async () => (await import('../features/account/account-notice.tsx')).AccountNotice;
const accountNoticePlaceholders = { whileLoading: <VerifyPlace />, ifFailed: Placed };
const AccountNotice = later(loadAccountNotice, accountNoticePlaceholders);
const AwaitedAccountNotice = atOnce(loadAccountNotice, accountNoticePlaceholders);

const Bell = later(async () => (await import('../features/messages/bell.tsx')).Bell);

const OfflineVouchers = lazy(async () => ({
  default: (await Promise.all([import('../features/vouchers/offline-vouchers.tsx'), loadWords('inside')]))[0]
    .OfflineVouchers,
}));

/**
 * Stored data above the message about a failed session check: the stored codes, and on the profile the person's name.
 * Only this component and {@link StoredOffers} read the path of the URL. If the layout did, each change of the URL
 * would restart the redirect to sign-in.
 */
function StoredProfile() {
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

/** The last seen offers, shown only on the offers page. */
function StoredOffers() {
  const { pathname } = useLocation();
  return pathname === userPaths.offers && <LastKnownOffers />;
}

const OpenFairness = lazy(async () => ({
  default: (await Promise.all([import('../features/spins/open-fairness.tsx'), loadWords('inside')]))[0].OpenFairness,
}));

/**
 * Public pages render without a session; others redirect to sign-in. The component reads only whether the page is
 * public. If it rendered again on each change of the URL, the redirect would restart endlessly.
 */
function SignedOut() {
  const isOpen = useLocation({ select: ({ pathname }) => pathname === userPaths.fairness });
  const router = useRouter();
  // Read before the redirect below changes the URL.
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

/**
 * The layout of all pages for signed-in people. Other people see the public pages, and are sent to /login from all
 * others.
 */
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
          <CheckFailed framed message={session.message} onRetry={recheck} first={<StoredProfile />}>
            <StoredOffers />{' '}
          </CheckFailed>
        </Shell>
      );
    case 'signed-out':
      return <SignedOut />;
    case 'signed-in':
      // The key drops all state when another person signs in, so that nobody sees data of the previous person.
      return <SignedIn key={session.user.id} user={session.user} isChecked={session.isChecked} />;
  }
}

function SignedIn({ user, isChecked }: { user: { id: number } & Partial<SessionOwner>; isChecked: boolean }) {
  useEffect(() => returnPath.forget(), []);
  const [isPlaced, setPlaced] = useState(false);
  const markPlaced = useCallback(() => setPlaced(true), []);
  const { id, hasAccountNotice = false, hasVoucherNotice = false } = user;
  const isAbovePlaced = isChecked && (isPlaced || !hasAccountNotice);
  const notices = useMemo(() => ({ isAbovePlaced, hasVoucherNotice }), [isAbovePlaced, hasVoucherNotice]);
  return (
    <DataProvider userId={id}>
      <FirstNotices value={notices}>
        <Shell
          bell={<Bell />}
          notice={
            <CrashBoundary fallback={<Placed onPlaced={markPlaced} />}>
              {hasAccountNotice ? <AwaitedAccountNotice onPlaced={markPlaced} /> : <AccountNotice />}
            </CrashBoundary>
          }
        />
      </FirstNotices>
    </DataProvider>
  );
}
