export { listBrands } from './brands.ts';
export { checkCodes } from './check.ts';
export { hashCodes, openCode, type ShowCode, sealCodes, showingCodes } from './codes.ts';
export { voucherNotices } from './notices.ts';
