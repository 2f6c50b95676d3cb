import { caseOfferInput, openCaseInput } from '@inaam/contracts/cases/cases';
import { openCase } from '@inaam/core/office/cases/commands';
import { getCaseFacts, listUserCases } from '@inaam/core/office/cases/queries';
import { router, userProcedure } from '../procedures.ts';

export const cases = router({
  list: userProcedure.query(({ ctx }) => listUserCases(ctx.services.kernel, ctx.user.id)),

  /** Returns the facts that the form shows before the user sends it. */
  facts: userProcedure
    .input(caseOfferInput)
    .query(({ ctx, input }) => getCaseFacts(ctx.services.kernel, ctx.user.id, input.offer_id)),

  open: userProcedure.input(openCaseInput).mutation(({ ctx, input }) => openCase(ctx.command, input)),
});
