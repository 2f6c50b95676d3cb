import { userPaths } from '@inaam/contracts/common/paths';
import { useRouter } from '@tanstack/react-router';
import { fetchFingerprint } from '../../app/session/auth.tsx';

/**
 * @returns for the focus of a form's field: who begins to type is about to need the code behind the sign-in. It travels
 *   meanwhile, and not after the press.
 */
export function usePrepareEntry(): () => void {
  const router = useRouter();
  return () => {
    fetchFingerprint().catch(() => undefined);
    void router.preloadRoute({ to: userPaths.offers });
  };
}
