import { listOffersForUser } from '@inaam/core/offers/list-for-user';
import { router, userProcedure } from '../procedures.ts';

export const offers = router({
  list: userProcedure.query(({ ctx }) => listOffersForUser(ctx.services.kernel, ctx.user.id)),
});
