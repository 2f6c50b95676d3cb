import { offerClickFileInput, offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { listOfferClicks, offerClicksFile } from '@inaam/core/insight/offer-clicks/queries';
import { withReadableCodes } from '@inaam/core/ledger/vouchers/queries';
import { adminListProcedure, router } from '../procedures.ts';

export const clicks = router({
  list: adminListProcedure
    .input(offerClickListInput.prefault({}))
    .query(({ ctx, input }) =>
      withReadableCodes(ctx.command, { codes: input.codes, list: 'offer-clicks' }, (show) =>
        listOfferClicks(ctx.reading.kernel, input, show),
      ),
    ),

  /** Reads a batch of an exported file: see `fileBatchInput` in packages/contracts. */
  file: adminListProcedure
    .input(offerClickFileInput)
    .query(({ ctx, input }) =>
      withReadableCodes(ctx.command, { codes: input.codes, list: 'offer-clicks' }, (show) =>
        offerClicksFile(ctx.reading.kernel, input, show),
      ),
    ),
});
