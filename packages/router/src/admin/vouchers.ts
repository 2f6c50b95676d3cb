import { voucherCreateInput, voucherIdInput, voucherListInput, voucherStatusInput } from '@inaam/contracts/vouchers';
import { importVouchers } from '@inaam/core/vouchers/import';
import { listVouchers } from '@inaam/core/vouchers/list';
import { deleteVoucher, setVoucherStatus } from '@inaam/core/vouchers/move';
import { adminProcedure, router } from '../procedures.ts';

export const vouchers = router({
  list: adminProcedure
    .input(voucherListInput.prefault({}))
    .query(({ ctx, input }) => listVouchers(ctx.services.kernel, input)),

  create: adminProcedure
    .input(voucherCreateInput)
    .mutation(({ ctx, input }) => importVouchers(ctx.services.kernel, ctx.actor, input)),

  setStatus: adminProcedure.input(voucherStatusInput).mutation(async ({ ctx, input }) => {
    await setVoucherStatus(ctx.services.kernel, ctx.actor, input.voucher_id, input.status);
    return { message: 'Voucher status updated successfully' };
  }),

  delete: adminProcedure.input(voucherIdInput).mutation(async ({ ctx, input }) => {
    await deleteVoucher(ctx.services.kernel, ctx.actor, input.voucher_id);
    return { message: 'Voucher deleted successfully' };
  }),
});
