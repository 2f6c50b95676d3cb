import { userPaths } from '@inaam/contracts/common/paths';
import { useRouter } from '@tanstack/react-router';
import { fetchFingerprint } from '../../app/session/auth.tsx';

/** @returns a focus handler for form fields that loads the first page after sign-in while the person types */
export function usePreloadApp(): () => void {
  const router = useRouter();
  return () => {
    fetchFingerprint().catch(() => undefined);
    void router.preloadRoute({ to: userPaths.offers });
  };
}
