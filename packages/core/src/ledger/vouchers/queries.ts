export { listBrands } from './brands.ts';
export { checkCodes } from './check.ts';
export { type FormatCode, hashCodes, openBoth, openCode, sealCodes, withReadableCodes } from './codes.ts';
export { listVoucherNotices } from './notices.ts';
