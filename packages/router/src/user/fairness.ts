import { type Fairness, fairnessPathInput } from '@inaam/contracts/spins/fairness';
import { placeOfDraw, publishedDays } from '@inaam/core/ledger/spins/queries';
import { publicProcedure, router, userProcedure } from '../procedures.ts';

/** What is published of each day's draws, for everybody, and where one's own stands in it. */
export const fairness = router({
  days: publicProcedure.query(({ ctx }): Promise<Fairness> => publishedDays(ctx.services.kernel)),

  place: userProcedure
    .input(fairnessPathInput)
    .query(({ ctx, input }) => placeOfDraw(ctx.services.kernel, ctx.user.id, input.offerId)),
});
