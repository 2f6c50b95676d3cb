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
    .meta({ reads: true, cost: 20 })
    .input(exportInput)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.kernel.write((tx) => recordExport(tx, ctx.actor, input));
      return {};
    }),
});
