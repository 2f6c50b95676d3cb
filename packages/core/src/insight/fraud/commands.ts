export { actOnFraud, blockPlaces } from './act.ts';
export { flagMatching } from './flag.ts';
export { undoStep } from './undo.ts';
