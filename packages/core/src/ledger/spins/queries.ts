export { getFairnessPath, listDraws, listPublishedDays } from './fairness.ts';
export { openSeed } from './seed.ts';
export { verifyDraws } from './verify-draws.ts';
