import { listOffersForUser, listReading } from '@inaam/core/ledger/offers/queries';
import { router, userProcedureReading } from '../procedures.ts';

export const offers = router({
  list: userProcedureReading((_, { services, cookieHeader }) =>
    listReading(services.kernel, services.userSessions.personSeenWith(cookieHeader)),
  ).query(({ ctx }) => listOffersForUser(ctx.services, ctx.user.id, ctx.rows)),
});
