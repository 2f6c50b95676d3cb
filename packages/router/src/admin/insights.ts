import { dashboard } from '@inaam/core/insights/dashboard';
import { adminProcedure, router } from '../procedures.ts';

export const insights = router({
  dashboard: adminProcedure.query(({ ctx }) => dashboard(ctx.services.kernel)),
});
