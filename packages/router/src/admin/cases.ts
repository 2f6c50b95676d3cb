import { caseIdInput, caseListInput, closeCaseInput, closeCasesInput } from '@inaam/contracts/cases/cases';
import { closeCase, closeCases } from '@inaam/core/office/cases/commands';
import { getCase, listCases } from '@inaam/core/office/cases/queries';
import { adminListProcedure, adminProcedure, router } from '../procedures.ts';

export const cases = router({
  list: adminListProcedure
    .input(caseListInput.prefault({}))
    .query(({ ctx, input }) => listCases(ctx.reading.kernel, input)),

  get: adminProcedure.input(caseIdInput).query(({ ctx, input }) => getCase(ctx.services.kernel, input.case_id)),

  close: adminProcedure.input(closeCaseInput).mutation(async ({ ctx, input }) => {
    await closeCase(ctx.command, input);
    return { message: 'Case closed' };
  }),

  bulkClose: adminProcedure.input(closeCasesInput).mutation(({ ctx, input }) => closeCases(ctx.command, input)),
});
