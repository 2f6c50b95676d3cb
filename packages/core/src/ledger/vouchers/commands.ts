export { saveBrand } from './brands.ts';
export { changeVouchers } from './bulk.ts';
export { importVouchers } from './import.ts';
export { dismissNotice } from './notices.ts';
export { replaceVoucher } from './replace.ts';
export { resendVoucher } from './resend.ts';
export { revealVoucher } from './reveal.ts';
export { deleteVoucher, markVoucherUsed, setVoucherStatus } from './status.ts';
export { expireVouchers, recordLowStock, repairStockOrder } from './stock.ts';
