import { offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { listOfferClicks } from '@inaam/core/clicks/list-offer-clicks';
import { adminProcedure, router } from '../procedures.ts';

export const clicks = router({
  list: adminProcedure
    .input(offerClickListInput.prefault({}))
    .query(({ ctx, input }) => listOfferClicks(ctx.services.kernel, input)),
});
