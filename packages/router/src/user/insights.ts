import { userStats } from '@inaam/core/insight/figures/queries';
import { router, userProcedure } from '../procedures.ts';

export const insights = router({
  stats: userProcedure.query(({ ctx }) => userStats(ctx.services, ctx.user.id)),
});
