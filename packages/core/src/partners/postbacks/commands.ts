export { fetchAwaitedKeys } from './awaited-keys.ts';
export { matchPostback } from './match.ts';
export { deleteForgedCallCounts } from './old-records.ts';
export { rejudgeParked, replayPostbacks } from './replay.ts';
export { putInSearch } from './search.ts';
export { sweepPostbacks } from './sweep.ts';
