export { maintainPartitions } from './partitions.ts';
export { readPauses } from './pauses.ts';
export { repeatInBatches } from './repeat-in-batches.ts';
export { hasSealedValues, requireReadableSecrets, resealColumns } from './reseal.ts';
