import { type Fairness, fairnessPathInput } from '@inaam/contracts/spins/fairness';
import { getFairnessPath, listPublishedDays } from '@inaam/core/ledger/spins/queries';
import { publicProcedure, router, userProcedure } from '../procedures.ts';

/** The published Merkle root of each day's draws, and the Merkle path from a user's own draw to its day's root. */
export const fairness = router({
  days: publicProcedure.query(({ ctx }): Promise<Fairness> => listPublishedDays(ctx.services.kernel)),

  place: userProcedure
    .input(fairnessPathInput)
    .query(({ ctx, input }) => getFairnessPath(ctx.services.kernel, ctx.user.id, input.offerId)),
});
