import { auditListInput } from '@inaam/contracts/audit/audit-log';
import { exportInput } from '@inaam/contracts/common/exports';
import { listAudit } from '@inaam/core/audit/list';
import { recordExport } from '@inaam/core/audit/record-export';
import { adminProcedure, router } from '../procedures.ts';

export const audit = router({
  list: adminProcedure
    .input(auditListInput.prefault({}))
    .query(({ ctx, input }) => listAudit(ctx.services.kernel, input)),

  /** A file is many pages of a list, and is paid for as a whole. */
  recordExport: adminProcedure
    .meta({ cost: 20 })
    .input(exportInput)
    .mutation(({ ctx, input }) => recordExport(ctx.command, input)),
});
