import { spinInput } from '@inaam/contracts/spins/spins';
import { spin } from '@inaam/core/spins/spin';
import { router, userProcedure } from '../procedures.ts';

export const spins = router({
  spin: userProcedure.input(spinInput).mutation(({ ctx, input }) => spin(ctx.command, input)),
});
