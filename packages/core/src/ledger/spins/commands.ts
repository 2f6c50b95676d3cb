export { publishDraws } from './fairness.ts';
export { generateSeed, sealSeed } from './seed.ts';
export { spin, spinStatement } from './spin.ts';
