export { buildPostback, STAND_IN_KEY_ID } from './build-postback.ts';
export type { Dialect, PostbackRequest } from './dialect.ts';
export { createDialect } from './preset-dialect.ts';
export { getScenarioSteps, type Step, scenarioIds, scenarioTitles } from './scenarios.ts';
