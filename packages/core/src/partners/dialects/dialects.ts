export { buildPostback, STAND_IN_KEY_ID } from './build-postback.ts';
export type { Dialect, PostbackRequest } from './dialect.ts';
export { dialectOf } from './dialect-of.ts';
export { habitIds, habitTitles, type Step, stepsOf } from './habits.ts';
