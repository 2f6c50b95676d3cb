import { securityEventListInput } from '@inaam/contracts/security-events/security-events';
import { listSecurityEvents } from '@inaam/core/office/audit/queries';
import { adminListProcedure, router } from '../procedures.ts';

export const securityEvents = router({
  list: adminListProcedure
    .input(securityEventListInput.prefault({}))
    .query(({ ctx, input }) => listSecurityEvents(ctx.reading.kernel, input)),
});
