import { factsReading } from '@inaam/core/offers/list-facts';
import { listOffersForUser } from '@inaam/core/offers/list-for-user';
import { router, userProcedureReading } from '../procedures.ts';

export const offers = router({
  list: userProcedureReading(() => factsReading).query(({ ctx }) =>
    listOffersForUser(ctx.services, ctx.user.id, ctx.rows),
  ),
});
