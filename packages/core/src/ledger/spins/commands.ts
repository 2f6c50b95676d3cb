export { publishFairness } from './fairness.ts';
export { drawSeed, sealSeed } from './seed.ts';
export { spin, spinStatement } from './spin.ts';
