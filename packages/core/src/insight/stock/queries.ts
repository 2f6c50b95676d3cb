export { forecastStock } from './forecast.ts';
export { listVouchers, vouchersFile } from './list.ts';
