export { keepPartitions } from './partitions.ts';
export { repeatInBatches } from './repeat-in-batches.ts';
export { holdsSealedValues, refuseLost, resealColumns } from './reseal.ts';
