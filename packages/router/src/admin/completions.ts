import { completionIdInput } from '@inaam/contracts/completions/chain';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { completionChain } from '@inaam/core/completions/chain';
import { listConversions } from '@inaam/core/completions/list-conversions';
import { showingCodes } from '@inaam/core/vouchers/codes';
import { adminProcedure, proven, router } from '../procedures.ts';

export const completions = router({
  list: adminProcedure
    .input(conversionListInput.prefault({}))
    .query(({ ctx, input }) =>
      showingCodes(proven(ctx, input), { codes: input.codes, list: 'conversions' }, (show) =>
        listConversions(ctx.services, input, show),
      ),
    ),

  chain: adminProcedure
    .input(completionIdInput)
    .query(({ ctx, input }) => completionChain(ctx.services, input.completion_id)),
});
