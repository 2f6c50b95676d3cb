import { dashboardInput } from '@inaam/contracts/insights/dashboard-series';
import { reportInput } from '@inaam/contracts/insights/report';
import { getDashboard, getOperationsStatus } from '@inaam/core/insight/dashboard/queries';
import { sendTestPage } from '@inaam/core/insight/dashboard/send-test-page';
import { getReport } from '@inaam/core/insight/figures/queries';
import { getChecklist, listTodos } from '@inaam/core/office/dashboard/queries';
import { adminListProcedure, adminPersonProcedure, adminProcedure, router } from '../procedures.ts';

export const insights = router({
  dashboard: adminListProcedure
    .input(dashboardInput.prefault({}))
    .query(({ ctx, input }) => getDashboard(ctx.reading.kernel, input.days)),

  todos: adminProcedure.query(({ ctx }) =>
    listTodos(ctx.services.kernel, ctx.actor, ctx.services.backOfficePolicy.isProduction),
  ),

  checklist: adminProcedure.query(({ ctx }) => getChecklist(ctx.services)),

  watch: adminProcedure.query(({ ctx }) => getOperationsStatus(ctx.services)),

  sendTestPage: adminPersonProcedure.mutation(({ ctx }) => sendTestPage(ctx.command)),

  report: adminListProcedure
    .input(reportInput.prefault({}))
    .query(({ ctx, input }) => getReport(ctx.reading.kernel, input)),
});
