export { publishDraws } from './fairness.ts';
export { generateSeed } from './seed.ts';
export { spin, spinStatement } from './spin.ts';
