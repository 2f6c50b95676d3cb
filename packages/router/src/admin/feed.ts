import { feedApplyInput, feedIdInput, feedSaveInput } from '@inaam/contracts/networks/feed';
import { applyFeed, previewFeed, saveFeed } from '@inaam/core/partners/feed/commands';
import { getFeed } from '@inaam/core/partners/feed/queries';
import { adminPersonProcedure, adminProcedure, router } from '../procedures.ts';

/** A network's offer feed: settings, preview and import. */
export const feed = router({
  get: adminProcedure.input(feedIdInput).query(({ ctx, input }) => getFeed(ctx.services, input.network_id)),

  save: adminPersonProcedure.input(feedSaveInput).mutation(({ ctx, input }) => saveFeed(ctx.command, input)),

  /** Fetches the feed and stores its content. */
  preview: adminProcedure.input(feedIdInput).mutation(({ ctx, input }) => previewFeed(ctx.services, input.network_id)),

  /** Applies chosen differences of the feed. Not named `apply`, because tRPC reserves that name. */
  take: adminProcedure.input(feedApplyInput).mutation(({ ctx, input }) => applyFeed(ctx.command, input)),
});
