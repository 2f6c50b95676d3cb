import { auditListInput } from '@inaam/contracts/admins';
import { listAudit } from '@inaam/core/audit/list';
import { adminProcedure, router } from '../procedures.ts';

export const audit = router({
  list: adminProcedure.input(auditListInput).query(({ ctx, input }) => listAudit(ctx.services.kernel, input)),
});
