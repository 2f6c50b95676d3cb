import { offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { listOfferClicks } from '@inaam/core/clicks/list-offer-clicks';
import { showingCodes } from '@inaam/core/vouchers/codes';
import { adminProcedure, proven, router } from '../procedures.ts';

export const clicks = router({
  list: adminProcedure
    .input(offerClickListInput.prefault({}))
    .query(({ ctx, input }) =>
      showingCodes(proven(ctx, input), { codes: input.codes, list: 'offer-clicks' }, (show) =>
        listOfferClicks(ctx.services.kernel, input, show),
      ),
    ),
});
