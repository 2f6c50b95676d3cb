export { publishFairness } from './fairness.ts';
export { spin, spinnableReading } from './spin.ts';
