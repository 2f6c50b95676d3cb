export { listDraws, placeOfDraw, publishedDays } from './fairness.ts';
export { openSeed } from './seed.ts';
export { verifyDraws } from './verify-draws.ts';
