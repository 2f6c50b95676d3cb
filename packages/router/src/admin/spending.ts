import { liftCeilingInput, pauseInput, resumeInput, setCeilingInput } from '@inaam/contracts/spending/spending';
import { liftCeiling, pausePart, resumePart, setCeiling } from '@inaam/core/ledger/spending/commands';
import { getSpending } from '@inaam/core/ledger/spending/queries';
import { adminPersonProcedure, adminProcedure, router } from '../procedures.ts';

/** Pauses, and ceilings for the cost of spins. */
export const spending = router({
  get: adminProcedure.query(({ ctx }) => getSpending(ctx.services.kernel)),

  pause: adminPersonProcedure.input(pauseInput).mutation(async ({ ctx, input }) => {
    await pausePart(ctx.command, input);
    return { message: 'Paused' };
  }),

  resume: adminPersonProcedure.input(resumeInput).mutation(async ({ ctx, input }) => {
    await resumePart(ctx.command, input);
    return { message: 'Running again' };
  }),

  setCeiling: adminPersonProcedure.input(setCeilingInput).mutation(async ({ ctx, input }) => {
    await setCeiling(ctx.command, input);
    return { message: 'Ceiling saved' };
  }),

  liftCeiling: adminPersonProcedure.input(liftCeilingInput).mutation(async ({ ctx, input }) => {
    await liftCeiling(ctx.command, input);
    return { message: 'Ceiling lifted' };
  }),
});
