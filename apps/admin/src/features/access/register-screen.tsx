import { adminPaths } from '@inaam/contracts/common/paths';
import { Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAdminAuth } from '../../app/auth.tsx';
import { LoadingScreen } from '../../app/loading-screen.tsx';
import { Shell } from '../../app/shell/shell.tsx';
import { trpc } from '../../app/trpc.ts';
import { FailedLoad } from '../../page/failed-load.tsx';
import { AdminSettingsScreen } from './admin-settings-screen.tsx';
import { CreateAdminForm } from './create-admin-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** Creates the first admin with the setup token. Once an admin exists, the page requires sign-in. */
export function RegisterScreen() {
  const { state, onSignedIn } = useAdminAuth();
  const site = trpc.admin.site.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const utils = trpc.useUtils();
  // `setupNeeded` is refetched when the page closes, because an earlier refetch would hide the success message.
  useEffect(() => () => void utils.admin.site.invalidate(), [utils]);
  const login = trpc.admin.identity.login.useMutation({ onSuccess: onSignedIn });

  if (site.data?.setupNeeded) {
    return (
      <SignInFrame title="Set up the first admin" lead="This page works once, with the server’s setup token.">
        <CreateAdminForm setup onCreated={({ username, password }) => login.mutate({ username, password })} />
      </SignInFrame>
    );
  }
  if (state.status === 'signedIn') {
    return (
      <Shell>
        <AdminSettingsScreen />
      </Shell>
    );
  }
  if (site.data) return <Navigate to={adminPaths.login} replace />;
  if (!site.error) return <LoadingScreen />;
  return (
    <main className="mx-auto max-w-lg p-4 pt-[15vh]">
      <FailedLoad
        title="This page could not be loaded"
        error={site.error}
        isFetching={site.isFetching}
        onRetry={() => void site.refetch()}
      />
    </main>
  );
}
