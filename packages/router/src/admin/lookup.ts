import { lookupInput } from '@inaam/contracts/lookup/lookup';
import { searchEverywhere } from '@inaam/core/office/lookup/search-everywhere';
import { adminProcedure, router } from '../procedures.ts';

export const lookup = router({
  find: adminProcedure.input(lookupInput).query(({ ctx, input }) => searchEverywhere(ctx.services, input.query)),
});
