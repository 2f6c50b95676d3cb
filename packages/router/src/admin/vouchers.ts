import { voucherSupportInput } from '@inaam/contracts/identity/user-profile';
import { voucherBulkInput, voucherCheckInput } from '@inaam/contracts/vouchers/tools';
import {
  voucherCreateInput,
  voucherIdInput,
  voucherListInput,
  voucherStatusInput,
} from '@inaam/contracts/vouchers/vouchers';
import { moveVouchers } from '@inaam/core/vouchers/bulk';
import { checkCodes } from '@inaam/core/vouchers/check';
import { forecastStock } from '@inaam/core/vouchers/forecast';
import { importVouchers } from '@inaam/core/vouchers/import';
import { listVouchers } from '@inaam/core/vouchers/list';
import { deleteVoucher, setVoucherStatus } from '@inaam/core/vouchers/move';
import { replaceVoucher } from '@inaam/core/vouchers/replace';
import { resendVoucher } from '@inaam/core/vouchers/resend';
import { revealVoucher } from '@inaam/core/vouchers/reveal';
import { adminProcedure, router } from '../procedures.ts';

export const vouchers = router({
  list: adminProcedure
    .input(voucherListInput.prefault({}))
    .query(({ ctx, input }) => listVouchers(ctx.services.kernel, input)),

  create: adminProcedure
    .input(voucherCreateInput)
    .mutation(({ ctx, input }) => importVouchers(ctx.services.kernel, ctx.actor, input, ctx.once)),

  setStatus: adminProcedure.input(voucherStatusInput).mutation(async ({ ctx, input }) => {
    await setVoucherStatus(ctx.services.kernel, ctx.actor, input.voucher_id, input.status);
    return { message: 'Voucher status updated successfully' };
  }),

  delete: adminProcedure.input(voucherIdInput).mutation(async ({ ctx, input }) => {
    await deleteVoucher(ctx.services.kernel, ctx.actor, input.voucher_id);
    return { message: 'Voucher deleted successfully' };
  }),

  forecast: adminProcedure.query(async ({ ctx }) => ({ stock: await forecastStock(ctx.services.kernel) })),

  /** A mutation in name only: thousands of lines do not fit into an address. */
  check: adminProcedure
    .meta({ reads: true })
    .input(voucherCheckInput)
    .mutation(({ ctx, input }) => checkCodes(ctx.services.kernel, input.codes)),

  reveal: adminProcedure
    .input(voucherIdInput)
    .mutation(({ ctx, input }) => ctx.services.kernel.write((tx) => revealVoucher(tx, ctx.actor, input.voucher_id))),

  bulk: adminProcedure
    .input(voucherBulkInput)
    .mutation(({ ctx, input }) => moveVouchers(ctx.services.kernel, ctx.actor, input)),

  resend: adminProcedure.input(voucherSupportInput).mutation(async ({ ctx, input }) => {
    await resendVoucher(ctx.services.kernel, ctx.actor, input, ctx.once);
    return { voucher_id: input.voucher_id, message: 'Voucher code resent' };
  }),

  replace: adminProcedure.input(voucherSupportInput).mutation(async ({ ctx, input }) => ({
    voucher_id: await replaceVoucher(ctx.services.kernel, ctx.actor, input),
    message: 'Voucher replaced',
  })),
});
