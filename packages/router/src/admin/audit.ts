import { auditListInput } from '@inaam/contracts/audit/audit-log';
import { exportInput } from '@inaam/contracts/common/exports';
import { codeExportInput } from '@inaam/contracts/vouchers/code-export';
import { recordExport, requireCodeExportAllowance } from '@inaam/core/office/audit/commands';
import { listAudit } from '@inaam/core/office/audit/queries';
import { adminListProcedure, adminProcedure, router } from '../procedures.ts';

export const audit = router({
  list: adminListProcedure
    .input(auditListInput.prefault({}))
    .query(({ ctx, input }) => listAudit(ctx.reading.kernel, input)),

  /** Counts as 20 calls for the rate limit, because an exported file is read in many batches. */
  recordExport: adminProcedure
    .meta({ cost: 20 })
    .input(exportInput)
    .mutation(({ ctx, input }) => recordExport(ctx.command, input)),

  /** Called before a file with codes is downloaded, because a download cannot ask for step-up or approval. */
  mayExport: adminProcedure.input(codeExportInput).mutation(async ({ ctx, input }) => {
    await requireCodeExportAllowance(ctx.command, input);
    return {};
  }),
});
