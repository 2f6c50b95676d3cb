import { dashboardInput } from '@inaam/contracts/insights/dashboard-series';
import { reportInput } from '@inaam/contracts/insights/report';
import { dashboard, watch } from '@inaam/core/insight/dashboard/queries';
import { report } from '@inaam/core/insight/figures/queries';
import { whatNeedsYou } from '@inaam/core/office/dashboard/needs';
import { adminListProcedure, adminProcedure, router } from '../procedures.ts';

export const insights = router({
  dashboard: adminListProcedure
    .input(dashboardInput.prefault({}))
    .query(({ ctx, input }) => dashboard(ctx.reading.kernel, input.days)),

  needs: adminProcedure.query(({ ctx }) => whatNeedsYou(ctx.services.kernel, ctx.actor)),

  watch: adminProcedure.query(({ ctx }) => watch(ctx.services)),

  report: adminListProcedure
    .input(reportInput.prefault({}))
    .query(({ ctx, input }) => report(ctx.reading.kernel, input)),
});
