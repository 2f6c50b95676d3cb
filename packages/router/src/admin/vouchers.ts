import { voucherSupportInput } from '@inaam/contracts/identity/user-profile';
import { pictureUploadInput } from '@inaam/contracts/pictures/pictures';
import { brandSaveInput } from '@inaam/contracts/vouchers/brands';
import { voucherBulkInput, voucherCheckInput } from '@inaam/contracts/vouchers/bulk-and-check';
import {
  voucherCreateInput,
  voucherFileInput,
  voucherIdInput,
  voucherListInput,
  voucherStatusInput,
} from '@inaam/contracts/vouchers/vouchers';
import { forecastStock, listVouchers, vouchersFile } from '@inaam/core/insight/stock/queries';
import { uploadPicture } from '@inaam/core/ledger/pictures/store';
import {
  changeVouchers,
  deleteVoucher,
  importVouchers,
  replaceVoucher,
  resendVoucher,
  revealVoucher,
  saveBrand,
  setVoucherStatus,
} from '@inaam/core/ledger/vouchers/commands';
import { checkCodes, listBrands, withReadableCodes } from '@inaam/core/ledger/vouchers/queries';
import { adminListProcedure, adminProcedure, router } from '../procedures.ts';

export const vouchers = router({
  list: adminListProcedure
    .input(voucherListInput.prefault({}))
    .query(({ ctx, input }) =>
      withReadableCodes(ctx.command, { codes: input.codes, list: 'vouchers' }, (show) =>
        listVouchers(ctx.reading, input, show),
      ),
    ),

  /** Reads a batch of an exported file: see `fileBatchInput` in packages/contracts. */
  file: adminListProcedure
    .input(voucherFileInput)
    .query(({ ctx, input }) =>
      withReadableCodes(ctx.command, { codes: input.codes, list: 'vouchers' }, (show) =>
        vouchersFile(ctx.reading, input, show),
      ),
    ),

  create: adminProcedure.input(voucherCreateInput).mutation(({ ctx, input }) => importVouchers(ctx.command, input)),

  setStatus: adminProcedure.input(voucherStatusInput).mutation(async ({ ctx, input }) => {
    await setVoucherStatus(ctx.command, input);
    return { message: 'Voucher status updated successfully' };
  }),

  delete: adminProcedure.input(voucherIdInput).mutation(async ({ ctx, input }) => {
    await deleteVoucher(ctx.command, input.voucher_id);
    return { message: 'Voucher deleted successfully' };
  }),

  brands: adminProcedure.query(async ({ ctx }) => ({ brands: await listBrands(ctx.services.kernel) })),

  saveBrand: adminProcedure.input(brandSaveInput).mutation(async ({ ctx, input }) => {
    await saveBrand(ctx.command, input);
    return { message: 'Brand saved' };
  }),

  uploadMark: adminProcedure.input(pictureUploadInput).mutation(({ ctx, input }) => uploadPicture(ctx.command, input)),

  forecast: adminListProcedure.query(async ({ ctx }) => ({ stock: await forecastStock(ctx.reading.kernel) })),

  /** A mutation only because thousands of lines do not fit into a URL. */
  check: adminProcedure.input(voucherCheckInput).mutation(({ ctx, input }) => checkCodes(ctx.services, input)),

  reveal: adminProcedure
    .input(voucherIdInput)
    .mutation(({ ctx, input }) => revealVoucher(ctx.command, input.voucher_id)),

  bulk: adminProcedure.input(voucherBulkInput).mutation(({ ctx, input }) => changeVouchers(ctx.command, input)),

  resend: adminProcedure.input(voucherSupportInput).mutation(async ({ ctx, input }) => {
    await resendVoucher(ctx.command, input);
    return { voucher_id: input.voucher_id, message: 'Voucher code resent' };
  }),

  replace: adminProcedure.input(voucherSupportInput).mutation(async ({ ctx, input }) => ({
    voucher_id: await replaceVoucher(ctx.command, input),
    message: 'Voucher replaced',
  })),
});
