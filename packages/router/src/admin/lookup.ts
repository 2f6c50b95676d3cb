import { lookupInput } from '@inaam/contracts/lookup/lookup';
import { findAnything } from '@inaam/core/office/lookup/find';
import { adminProcedure, router } from '../procedures.ts';

export const lookup = router({
  find: adminProcedure.input(lookupInput).query(({ ctx, input }) => findAnything(ctx.services, input.query)),
});
