import { adminPaths } from '@inaam/contracts/common/paths';
import type { AppRouter } from '@inaam/router/app-router';
import { toast } from '@inaam/ui/toaster';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { useEffect, useRef } from 'react';
import { getServerError } from './errors.ts';

/** Calls that were taken down for a second person: not done, and no failure either. */
export const isPendingApproval = (error: unknown): boolean =>
  getServerError(error)?.domainCode === 'WAITS_FOR_APPROVAL';

/** Where "See requests" leads; the app sets it, since a link is outside of the router. */
let openRequests = () => window.location.assign(adminPaths.approvals);
export const onOpenRequests = (open: () => void): void => {
  openRequests = open;
};

/** Says so for every call that waits, wherever it was made; the caller hears of it as of a refusal. */
export const getRequestLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          if (isPendingApproval(error)) {
            toast.info('Sent to the other owners', {
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

/** Closes what asked, once its call waits for a second person: nothing is left to do there. */
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
