import { adminPaths } from '@inaam/contracts/common/paths';
import type { AppRouter } from '@inaam/router/app-router';
import { toast } from '@inaam/ui/toaster';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { useEffect, useRef } from 'react';
import { getServerError } from './errors.ts';

/** Whether the server stored the call as a request for approval by a second person. Such a call has not run yet. */
export const isPendingApproval = (error: unknown): boolean =>
  getServerError(error)?.domainCode === 'WAITS_FOR_APPROVAL';

/** Opens the page of requests. The app replaces this function, because a tRPC link has no access to the router. */
let openRequests = () => window.location.assign(adminPaths.approvals);
export const setOpenRequests = (open: () => void): void => {
  openRequests = open;
};

/** Shows a toast for every call that needs approval. The caller receives an error. */
export const pendingApprovalLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          if (isPendingApproval(error)) {
            toast.info('Sent for approval', {
              id: 'waiting',
              description: error.message,
              duration: 12_000,
              action: { label: 'See requests', onClick: () => openRequests() },
            });
          }
          observer.error(error);
        },
      }),
    );

/** Closes a dialog or form as soon as the server has stored the form's call as a request for approval. */
export function useCloseOnPendingApproval(error: unknown, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  const waits = isPendingApproval(error);
  useEffect(() => {
    if (waits) latest.current();
  }, [waits]);
}
