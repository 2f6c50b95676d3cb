export { dashboard } from './dashboard.ts';
export { operationsFigures } from './operations.ts';
export { warningsOf, watch } from './watch.ts';
