import { voucherIdInput } from '@inaam/contracts/vouchers/vouchers';
import { markVoucherUsed } from '@inaam/core/vouchers/move';
import { dismissNotice, voucherNotices } from '@inaam/core/vouchers/notices';
import { router, userProcedure } from '../procedures.ts';

export const vouchers = router({
  markUsed: userProcedure.input(voucherIdInput).mutation(async ({ ctx, input }) => {
    await markVoucherUsed(ctx.services.kernel, ctx.actor, ctx.user.id, input.voucher_id);
    return { message: 'Voucher marked as used' };
  }),

  notices: userProcedure.query(({ ctx }) => voucherNotices(ctx.services.kernel, ctx.user.id)),

  dismissNotice: userProcedure.input(voucherIdInput).mutation(async ({ ctx, input }) => {
    await dismissNotice(ctx.services.kernel, ctx.user.id, input.voucher_id);
    return {};
  }),
});
