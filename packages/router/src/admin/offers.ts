import { offerCompareInput } from '@inaam/contracts/insights/report';
import {
  offerBulkInput,
  offerCreateInput,
  offerIdInput,
  offerListInput,
  offerUpdateInput,
} from '@inaam/contracts/offers/offers';
import { pictureUploadInput } from '@inaam/contracts/pictures/pictures';
import { compareOfferPeriods } from '@inaam/core/insight/figures/queries';
import {
  buildTestUrl,
  changeOffers,
  createOffer,
  deactivateOffer,
  updateOffer,
} from '@inaam/core/ledger/offers/commands';
import { listOffersForAdmin, offerDetail } from '@inaam/core/ledger/offers/queries';
import { uploadPicture } from '@inaam/core/ledger/pictures/store';
import { adminListProcedure, adminProcedure, router } from '../procedures.ts';

export const offers = router({
  list: adminListProcedure
    .input(offerListInput.prefault({}))
    .query(({ ctx, input }) => listOffersForAdmin(ctx.reading.kernel, input)),

  detail: adminProcedure
    .input(offerIdInput)
    .query(({ ctx, input }) => offerDetail(ctx.services.kernel, input.offer_id)),

  uploadPicture: adminProcedure
    .input(pictureUploadInput)
    .mutation(({ ctx, input }) => uploadPicture(ctx.command, input)),

  compare: adminListProcedure
    .input(offerCompareInput)
    .query(({ ctx, input }) => compareOfferPeriods(ctx.reading.kernel, input)),

  bulk: adminProcedure.input(offerBulkInput).mutation(({ ctx, input }) => changeOffers(ctx.command, input)),

  testClick: adminProcedure.input(offerIdInput).mutation(({ ctx, input }) => buildTestUrl(ctx.command, input.offer_id)),

  create: adminProcedure.input(offerCreateInput).mutation(async ({ ctx, input }) => {
    return { offer: await createOffer(ctx.command, input), message: 'Offer created successfully' };
  }),

  update: adminProcedure.input(offerUpdateInput).mutation(async ({ ctx, input }) => {
    return { offer: await updateOffer(ctx.command, input), message: 'Offer updated successfully' };
  }),

  deactivate: adminProcedure.input(offerIdInput).mutation(async ({ ctx, input }) => {
    await deactivateOffer(ctx.command, input.offer_id);
    return { message: 'Offer deactivated successfully' };
  }),
});
