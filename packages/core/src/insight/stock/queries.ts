export { forecastStock } from './forecast.ts';
export { listVouchers } from './list.ts';
export { vouchersFile } from './vouchers-file.ts';
