import { isAllowed, type Procedure } from '@inaam/contracts/access/permissions';
import type { ReactNode } from 'react';
import { trpc } from './trpc.ts';

/** Who is signed in and what they may do; asked once, and again when an answer says that it has changed. */
export const useOwnAdmin = () => trpc.admin.identity.me.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });

/** Whether the person at the screen may call a procedure. Nothing until that is known: the server refuses it anyway. */
export function useIsAllowed(): (procedure: Procedure) => boolean {
  const { data: own } = useOwnAdmin();
  return (procedure) => own?.role !== undefined && isAllowed(own.role, procedure);
}

/** Shows what leads to a procedure to those alone who may call it. */
export function Allowed({ to, children }: { to: Procedure; children: ReactNode }) {
  const canCall = useIsAllowed();
  return canCall(to) ? children : null;
}
