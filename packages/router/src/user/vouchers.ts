import { voucherIdInput } from '@inaam/contracts/vouchers';
import { markVoucherUsed } from '@inaam/core/vouchers/move';
import { router, userProcedure } from '../procedures.ts';

export const vouchers = router({
  markUsed: userProcedure.input(voucherIdInput).mutation(async ({ ctx, input }) => {
    await markVoucherUsed(ctx.services.kernel, ctx.actor, ctx.user.id, input.voucher_id);
    return { message: 'Voucher marked as used' };
  }),
});
