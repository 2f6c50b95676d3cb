export { compareOffer, report } from './report.ts';
export { userStats } from './user-stats.ts';
