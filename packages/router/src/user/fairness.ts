import { type Fairness, fairnessPathInput } from '@inaam/contracts/spins/fairness';
import { getMerkleProof, listPublishedDays } from '@inaam/core/ledger/spins/queries';
import { publicProcedure, router, userProcedure } from '../procedures.ts';

/** Published roots of each day's draws, and the Merkle proof of a user's own draw. */
export const fairness = router({
  days: publicProcedure.query(({ ctx }): Promise<Fairness> => listPublishedDays(ctx.services.kernel)),

  place: userProcedure
    .input(fairnessPathInput)
    .query(({ ctx, input }) => getMerkleProof(ctx.services.kernel, ctx.user.id, input.offerId)),
});
