import { voucherIdInput } from '@inaam/contracts/vouchers/vouchers';
import { dismissNotice, markVoucherUsed } from '@inaam/core/ledger/vouchers/commands';
import { listVoucherNotices } from '@inaam/core/ledger/vouchers/queries';
import { router, userProcedure } from '../procedures.ts';

export const vouchers = router({
  markUsed: userProcedure.input(voucherIdInput).mutation(async ({ ctx, input }) => {
    await markVoucherUsed(ctx.command, input.voucher_id);
    return { message: 'Voucher marked as used' };
  }),

  notices: userProcedure.query(({ ctx }) => listVoucherNotices(ctx.services, ctx.user.id)),

  dismissNotice: userProcedure.input(voucherIdInput).mutation(async ({ ctx, input }) => {
    await dismissNotice(ctx.command, input.voucher_id);
    return {};
  }),
});
