import { approvalIdInput, approvalRejectInput } from '@inaam/contracts/approvals/approvals';
import { approveRequest, refuseRequest, withdrawRequest } from '@inaam/core/office/approvals/commands';
import { listRequests } from '@inaam/core/office/approvals/queries';
import { adminPersonProcedure, router } from '../procedures.ts';

/** Requests that need a second person. */
export const approvals = router({
  list: adminPersonProcedure.query(({ ctx }) => listRequests(ctx.services.kernel, ctx.actor)),

  approve: adminPersonProcedure.input(approvalIdInput).mutation(async ({ ctx, input }) => {
    await approveRequest(ctx.command, input.request_id);
    return { message: 'Request approved and executed' };
  }),

  refuse: adminPersonProcedure.input(approvalRejectInput).mutation(async ({ ctx, input }) => {
    await refuseRequest(ctx.command, input);
    return { message: 'Request refused' };
  }),

  withdraw: adminPersonProcedure.input(approvalIdInput).mutation(async ({ ctx, input }) => {
    await withdrawRequest(ctx.command, input.request_id);
    return { message: 'Request withdrawn' };
  }),
});
