import { listOffersForUser, offersStatement } from '@inaam/core/ledger/offers/queries';
import { router, userProcedure } from '../procedures.ts';

export const offers = router({
  list: userProcedure
    .meta({ sessionStatement: offersStatement })
    .query(({ ctx }) => listOffersForUser(ctx.command, ctx.user.id)),
});
