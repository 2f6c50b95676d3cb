export { compareOfferPeriods, getReport } from './report.ts';
export { getUserStats } from './user-stats.ts';
