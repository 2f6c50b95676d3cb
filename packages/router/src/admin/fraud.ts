import {
  fraudActionInput,
  fraudListInput,
  fraudMatchingInput,
  fraudPlacesInput,
  fraudSubjectInput,
  fraudUndoInput,
} from '@inaam/contracts/fraud/fraud';
import { actOnFraud, blockPlaces, flagMatching, undoStep } from '@inaam/core/insight/fraud/commands';
import { consequenceOf, evidenceOf, listFraud } from '@inaam/core/insight/fraud/queries';
import { adminListProcedure, adminProcedure, router } from '../procedures.ts';

export const fraud = router({
  list: adminListProcedure
    .input(fraudListInput.prefault({}))
    .query(({ ctx, input }) => listFraud(ctx.reading.kernel, input)),

  act: adminProcedure.input(fraudActionInput).mutation(({ ctx, input }) => actOnFraud(ctx.command, input)),

  actOnMatching: adminProcedure
    .input(fraudMatchingInput)
    .mutation(({ ctx, input }) => flagMatching(ctx.command, input)),

  blockPlaces: adminProcedure.input(fraudPlacesInput).mutation(({ ctx, input }) => blockPlaces(ctx.command, input)),

  undo: adminProcedure.input(fraudUndoInput).mutation(({ ctx, input }) => undoStep(ctx.command, input.step)),

  consequence: adminProcedure
    .input(fraudSubjectInput)
    .query(({ ctx, input }) => consequenceOf(ctx.services.kernel, ctx.caller.ip, input)),

  evidence: adminProcedure.input(fraudSubjectInput).query(({ ctx, input }) => evidenceOf(ctx.services.kernel, input)),
});
