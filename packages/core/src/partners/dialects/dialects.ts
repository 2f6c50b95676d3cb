export { buildPostback, STAND_IN_KEY_ID } from './build-postback.ts';
export type { Dialect, PostbackRequest } from './dialect.ts';
export { getHabitSteps, habitIds, habitTitles, type Step } from './habits.ts';
export { createDialect } from './preset-dialect.ts';
