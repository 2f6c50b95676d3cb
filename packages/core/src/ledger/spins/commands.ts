export { publishFairness } from './fairness.ts';
export { drawSeed } from './seed.ts';
export { spin, spinnableReading } from './spin.ts';
