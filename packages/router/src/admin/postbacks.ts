import { postbackIdInput, postbackListInput } from '@inaam/contracts/postbacks/inbox';
import { dryRunInput, matchInput, replayInput } from '@inaam/contracts/postbacks/replay';
import { getPostback, listPostbacks } from '@inaam/core/postbacks/inbox';
import { dryRun, matchPostback, replayPostbacks } from '@inaam/core/postbacks/replay';
import { adminProcedure, router } from '../procedures.ts';

export const postbacks = router({
  list: adminProcedure
    .input(postbackListInput.prefault({}))
    .query(({ ctx, input }) => listPostbacks(ctx.services.kernel, input)),

  get: adminProcedure
    .input(postbackIdInput)
    .query(({ ctx, input }) => getPostback(ctx.services.kernel, input.postback_id)),

  replay: adminProcedure
    .input(replayInput)
    .mutation(({ ctx, input }) => replayPostbacks(ctx.services.kernel, ctx.actor, input)),

  /** A mutation in name only: settings do not fit into an address. */
  dryRun: adminProcedure
    .meta({ reads: true })
    .input(dryRunInput)
    .mutation(({ ctx, input }) => dryRun(ctx.services.kernel, input)),

  match: adminProcedure.input(matchInput).mutation(async ({ ctx, input }) => ({
    changed: await matchPostback(ctx.services.kernel, ctx.actor, input.postback_id, input.click_id),
  })),
});
