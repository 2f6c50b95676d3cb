export { publishFairness } from './fairness.ts';
export { drawSeed } from './seed.ts';
export { spin, spinStatement } from './spin.ts';
