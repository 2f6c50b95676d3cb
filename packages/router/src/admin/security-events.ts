import { securityEventListInput } from '@inaam/contracts/security-events/security-events';
import { listSecurityEvents } from '@inaam/core/security-events/list';
import { adminProcedure, router } from '../procedures.ts';

export const securityEvents = router({
  list: adminProcedure
    .input(securityEventListInput.prefault({}))
    .query(({ ctx, input }) => listSecurityEvents(ctx.services.kernel, input)),
});
