import { postbackIdInput, postbackListInput } from '@inaam/contracts/postbacks/inbox';
import { dryRunInput, matchInput, replayInput } from '@inaam/contracts/postbacks/replay';
import { matchPostback, replayPostbacks } from '@inaam/core/partners/postbacks/commands';
import { dryRun, getPostback, listPostbacks } from '@inaam/core/partners/postbacks/queries';
import { adminListProcedure, adminProcedure, router } from '../procedures.ts';

export const postbacks = router({
  list: adminListProcedure
    .input(postbackListInput.prefault({}))
    .query(({ ctx, input }) => listPostbacks(ctx.reading.kernel, input)),

  get: adminProcedure.input(postbackIdInput).query(({ ctx, input }) => getPostback(ctx.services, input.postback_id)),

  replay: adminProcedure.input(replayInput).mutation(({ ctx, input }) => replayPostbacks(ctx.command, input)),

  /** A mutation only because settings do not fit into a URL. */
  dryRun: adminProcedure.input(dryRunInput).mutation(({ ctx, input }) => dryRun(ctx.services, input)),

  match: adminProcedure.input(matchInput).mutation(async ({ ctx, input }) => ({
    changed: await matchPostback(ctx.command, input),
  })),
});
