import { dashboardInput } from '@inaam/contracts/insights/dashboard-series';
import { dashboard } from '@inaam/core/insights/dashboard';
import { adminProcedure, router } from '../procedures.ts';

export const insights = router({
  dashboard: adminProcedure
    .input(dashboardInput.prefault({}))
    .query(({ ctx, input }) => dashboard(ctx.services.kernel, input.days)),
});
