import { feedApplyInput, feedIdInput, feedSaveInput } from '@inaam/contracts/networks/feed';
import { applyFeed, previewFeed, saveFeed } from '@inaam/core/partners/feed/commands';
import { getFeed } from '@inaam/core/partners/feed/queries';
import { adminPersonProcedure, adminProcedure, router } from '../procedures.ts';

/** A network's list of offers: where it is, how it differs from ours, and taking it over. */
export const feed = router({
  get: adminProcedure.input(feedIdInput).query(({ ctx, input }) => getFeed(ctx.services, input.network_id)),

  save: adminPersonProcedure.input(feedSaveInput).mutation(({ ctx, input }) => saveFeed(ctx.command, input)),

  /** Asks the network, and remembers what its list said. */
  preview: adminProcedure.input(feedIdInput).mutation(({ ctx, input }) => previewFeed(ctx.services, input.network_id)),

  /** Not `apply`, which tRPC keeps for itself. */
  take: adminProcedure.input(feedApplyInput).mutation(({ ctx, input }) => applyFeed(ctx.command, input)),
});
