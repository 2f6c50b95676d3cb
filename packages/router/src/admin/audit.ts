import { auditListInput } from '@inaam/contracts/audit/audit-log';
import { exportCheckInput, exportInput } from '@inaam/contracts/common/exports';
import { recordExport, requireCodeExportAllowance } from '@inaam/core/office/audit/commands';
import { listAudit } from '@inaam/core/office/audit/queries';
import { adminListProcedure, adminProcedure, router } from '../procedures.ts';

export const audit = router({
  list: adminListProcedure
    .input(auditListInput.prefault({}))
    .query(({ ctx, input }) => listAudit(ctx.reading.kernel, input)),

  /** A file is many pages of a list, and is paid for as a whole. */
  recordExport: adminProcedure
    .meta({ cost: 20 })
    .input(exportInput)
    .mutation(({ ctx, input }) => recordExport(ctx.command, input)),

  /** Before a file with codes: a question can be answered here, and not in a download. */
  mayExport: adminProcedure.input(exportCheckInput).mutation(async ({ ctx, input }) => {
    await requireCodeExportAllowance(ctx.command, input);
    return {};
  }),
});
