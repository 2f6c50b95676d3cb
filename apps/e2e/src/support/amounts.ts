import { randomInt } from 'node:crypto';
import { getWorkerNumber } from './worker.ts';

/** Larger than the amounts of the demo, and than the fixed amounts of some journeys. */
const FIRST = 1_000;
const BLOCK = 10_000;
const BLOCKS = 80;

const block = getWorkerNumber() ?? randomInt(BLOCKS);
let used = 0;

/** A prize in whole rupees that no other journey stocks. */
export function newAmount(): number {
  used += 1;
  return FIRST + (block % BLOCKS) * BLOCK + used;
}
