import { userPaths } from '@inaam/contracts/common/paths';
import { useRouter } from '@tanstack/react-router';
import { fetchFingerprint } from '../../app/session/auth.tsx';

/** @returns a focus handler for form fields: it loads the code behind the sign-in while the person types */
export function usePrepareEntry(): () => void {
  const router = useRouter();
  return () => {
    fetchFingerprint().catch(() => undefined);
    void router.preloadRoute({ to: userPaths.offers });
  };
}
