import { isAllowed, type Procedure } from '@inaam/contracts/access/permissions';
import type { ReactNode } from 'react';
import { trpc } from './trpc.ts';

/** The signed-in admin and their permissions. Fetched once, and again when a response reports changed permissions. */
export const useOwnAdmin = () => trpc.admin.identity.me.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });

/**
 * Whether the signed-in admin may call a procedure. False until the permissions are loaded; the server checks each call
 * anyway.
 */
export function useIsAllowed(): (procedure: Procedure) => boolean {
  const { data: ownAdmin } = useOwnAdmin();
  return (procedure) => ownAdmin?.role !== undefined && isAllowed(ownAdmin.role, procedure);
}

/** Renders its children only for admins who may call the procedure. */
export function Allowed({ to, children }: { to: Procedure; children: ReactNode }) {
  const canCall = useIsAllowed();
  return canCall(to) ? children : null;
}
