export { fetchAwaitedKeys } from './awaited-keys.ts';
export { judgeStoredPostbacks } from './judge-stored.ts';
export { matchPostback } from './match.ts';
export { deleteUnauthenticatedCallCounts } from './old-records.ts';
export { rejudgeParked, replayPostbacks } from './replay.ts';
export { flushSearchIndex } from './search.ts';
