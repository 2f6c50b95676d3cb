export { applyFraudAction, blockSources } from './act.ts';
export { flagMatching } from './flag.ts';
export { undoStep } from './undo.ts';
