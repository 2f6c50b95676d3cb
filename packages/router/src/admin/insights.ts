import { dashboardInput } from '@inaam/contracts/insights/dashboard-series';
import { reportInput } from '@inaam/contracts/insights/report';
import { dashboard } from '@inaam/core/insights/dashboard';
import { whatNeedsYou } from '@inaam/core/insights/needs';
import { report } from '@inaam/core/insights/report';
import { watch } from '@inaam/core/insights/watch';
import { adminProcedure, router } from '../procedures.ts';

export const insights = router({
  dashboard: adminProcedure
    .input(dashboardInput.prefault({}))
    .query(({ ctx, input }) => dashboard(ctx.services.kernel, input.days)),

  needs: adminProcedure.query(({ ctx }) => whatNeedsYou(ctx.services.kernel, ctx.actor)),

  watch: adminProcedure.query(({ ctx }) => watch(ctx.services)),

  report: adminProcedure.input(reportInput.prefault({})).query(({ ctx, input }) => report(ctx.services.kernel, input)),
});
