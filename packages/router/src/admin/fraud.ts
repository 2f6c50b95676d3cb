import {
  fraudActionInput,
  fraudListInput,
  fraudMatchingInput,
  fraudSourcesInput,
  fraudSubjectInput,
  fraudUndoInput,
} from '@inaam/contracts/fraud/fraud';
import { applyFraudAction, blockSources, flagMatching, undoStep } from '@inaam/core/insight/fraud/commands';
import { getEvidence, getImpact, listFraud } from '@inaam/core/insight/fraud/queries';
import { adminListProcedure, adminProcedure, router } from '../procedures.ts';

export const fraud = router({
  list: adminListProcedure
    .input(fraudListInput.prefault({}))
    .query(({ ctx, input }) => listFraud(ctx.reading.kernel, input)),

  act: adminProcedure.input(fraudActionInput).mutation(({ ctx, input }) => applyFraudAction(ctx.command, input)),

  applyToMatching: adminProcedure
    .input(fraudMatchingInput)
    .mutation(({ ctx, input }) => flagMatching(ctx.command, input)),

  blockSources: adminProcedure.input(fraudSourcesInput).mutation(({ ctx, input }) => blockSources(ctx.command, input)),

  undo: adminProcedure.input(fraudUndoInput).mutation(({ ctx, input }) => undoStep(ctx.command, input.step)),

  impact: adminProcedure
    .input(fraudSubjectInput)
    .query(({ ctx, input }) => getImpact(ctx.services.kernel, ctx.caller.ip, input)),

  evidence: adminProcedure.input(fraudSubjectInput).query(({ ctx, input }) => getEvidence(ctx.services.kernel, input)),
});
