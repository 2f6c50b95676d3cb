import { adminPaths } from '@inaam/contracts/common/paths';
import { Button } from '@inaam/ui/button';
import { Toaster } from '@inaam/ui/toaster';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Banner } from '../page/banner.tsx';
import type { AdminRouter } from '../routes/router.tsx';
import { AdminAuthProvider, useAdminAuth } from './auth.tsx';
import { getLoadError } from './errors.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { setOpenRequests } from './pending-approval.ts';
import { ignoreSecondPresses } from './send-once.ts';
import { createQueryClient, createTrpcClient, trpc } from './trpc.ts';

export function App({ router }: { router: AdminRouter }) {
  const [queryClient] = useState(createQueryClient);
  const [client] = useState(() => createTrpcClient());
  useEffect(ignoreSecondPresses, []);
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <AdminAuthProvider>
          <Pages router={router} />
          <Toaster />
        </AdminAuthProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}

function Pages({ router }: { router: AdminRouter }) {
  const { state, check, clearLocalSession } = useAdminAuth();
  if (state.status === 'checking') return <LoadingScreen />;
  if (state.status === 'unknown') {
    return (
      <main className="mx-auto max-w-lg p-4 pt-[20vh]">
        <Banner
          tone="error"
          title="Your session could not be verified"
          action={
            <>
              <Button small variant="primary" onClick={check}>
                Try again
              </Button>
              <Button small onClick={clearLocalSession}>
                Sign in again
              </Button>
            </>
          }
        >
          {getLoadError(state.error)}
        </Banner>
      </main>
    );
  }
  return <Routes router={router} signedIn={state.status === 'signedIn'} />;
}

/** Reruns the route guards when a session begins or ends: guards otherwise run on navigation only. */
function Routes({ router, signedIn }: { router: AdminRouter; signedIn: boolean }) {
  const api = trpc.useUtils();
  const guardedAsSignedIn = useRef(signedIn);
  useEffect(() => setOpenRequests(() => void router.navigate({ to: adminPaths.approvals })), [router]);
  useEffect(() => {
    if (guardedAsSignedIn.current === signedIn) return;
    guardedAsSignedIn.current = signedIn;
    void router.invalidate();
  }, [router, signedIn]);
  return <RouterProvider router={router} context={{ signedIn, api }} />;
}
