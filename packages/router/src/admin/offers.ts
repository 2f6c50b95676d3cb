import { offerCreateInput, offerIdInput, offerListInput, offerUpdateInput } from '@inaam/contracts/offers/offers';
import { once } from '@inaam/core/kernel/once';
import { offerDetail, testClick } from '@inaam/core/offers/detail';
import { listOffersForAdmin } from '@inaam/core/offers/list-for-admin';
import { createOffer, deactivateOffer, updateOffer } from '@inaam/core/offers/save';
import { adminProcedure, router } from '../procedures.ts';

export const offers = router({
  list: adminProcedure
    .input(offerListInput.prefault({}))
    .query(({ ctx, input }) => listOffersForAdmin(ctx.services.kernel, input)),

  detail: adminProcedure
    .input(offerIdInput)
    .query(({ ctx, input }) => offerDetail(ctx.services.kernel, input.offer_id)),

  testClick: adminProcedure
    .input(offerIdInput)
    .mutation(({ ctx, input }) => ctx.services.kernel.write((tx) => testClick(tx, ctx.actor, input.offer_id))),

  create: adminProcedure.input(offerCreateInput).mutation(async ({ ctx, input }) => ({
    offer: await ctx.services.kernel.write((tx) =>
      once(tx, 'offers.create', ctx.once, () => createOffer(tx, ctx.actor, input)),
    ),
    message: 'Offer created successfully',
  })),

  update: adminProcedure.input(offerUpdateInput).mutation(async ({ ctx, input }) => ({
    offer: await ctx.services.kernel.write((tx) => updateOffer(tx, ctx.actor, input)),
    message: 'Offer updated successfully',
  })),

  deactivate: adminProcedure.input(offerIdInput).mutation(async ({ ctx, input }) => {
    await ctx.services.kernel.write((tx) => deactivateOffer(tx, ctx.actor, input.offer_id));
    return { message: 'Offer deactivated successfully' };
  }),
});
