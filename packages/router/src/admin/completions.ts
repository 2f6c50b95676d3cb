import { conversionListInput } from '@inaam/contracts/completions';
import { listConversions } from '@inaam/core/completions/list-conversions';
import { adminProcedure, router } from '../procedures.ts';

export const completions = router({
  list: adminProcedure
    .input(conversionListInput.prefault({}))
    .query(({ ctx, input }) => listConversions(ctx.services.kernel, input)),
});
