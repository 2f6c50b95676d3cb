import { getUserStats } from '@inaam/core/insight/figures/queries';
import { router, userProcedure } from '../procedures.ts';

export const insights = router({
  stats: userProcedure.query(({ ctx }) => getUserStats(ctx.services, ctx.user.id)),
});
