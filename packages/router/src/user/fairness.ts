import { type Fairness, fairnessPathInput } from '@inaam/contracts/spins/fairness';
import { getMerkleProof, listPublishedDays } from '@inaam/core/ledger/spins/queries';
import { publicProcedure, router, userProcedure } from '../procedures.ts';

/** What is published of each day's draws, for everybody, and where one's own stands in it. */
export const fairness = router({
  days: publicProcedure.query(({ ctx }): Promise<Fairness> => listPublishedDays(ctx.services.kernel)),

  place: userProcedure
    .input(fairnessPathInput)
    .query(({ ctx, input }) => getMerkleProof(ctx.services.kernel, ctx.user.id, input.offerId)),
});
