import { type Fairness, fairnessPathInput } from '@inaam/contracts/spins/fairness';
import { getFairnessPath, listPublishedDays } from '@inaam/core/ledger/spins/queries';
import { publicProcedure, router, userProcedure } from '../procedures.ts';

/** Published roots of each day's draws, and the path from a user's own draw to its root. */
export const fairness = router({
  days: publicProcedure.query(({ ctx }): Promise<Fairness> => listPublishedDays(ctx.services.kernel)),

  place: userProcedure
    .input(fairnessPathInput)
    .query(({ ctx, input }) => getFairnessPath(ctx.services.kernel, ctx.user.id, input.offerId)),
});
