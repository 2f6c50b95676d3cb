import { userPaths } from '@inaam/contracts/common/paths';
import { useLocation } from '@tanstack/react-router';
import { useAuth } from '../../app/session/auth.tsx';

/** Classes of the bar that asks for verification. They set its height, because the bar loads after the screen below. */
export const VERIFY_BAR = '-mt-2 mb-4 min-h-11.5 rounded-control border border-line bg-sunken pl-3 text-sm sm:-mt-3';

/** Whether the page shows the bar. The account page already contains the form. */
export const useHasVerifyBar = (): boolean => useLocation({ select: ({ pathname }) => pathname !== userPaths.account });

/** Reserves space for the bar while the bar loads, if the session check says that verification is needed. */
export function VerifyPlace() {
  const { session } = useAuth();
  const hasBar = useHasVerifyBar();
  return hasBar && session.status === 'signed-in' && session.user.mustVerify && <div className={VERIFY_BAR} />;
}
