import { spinInput } from '@inaam/contracts/spins/spins';
import { spin, spinStatement } from '@inaam/core/ledger/spins/commands';
import { router, userProcedure } from '../procedures.ts';

export const spins = router({
  spin: userProcedure
    .meta({ sessionStatement: spinStatement })
    .input(spinInput)
    .mutation(({ ctx, input }) => spin(ctx.command, input)),
});
