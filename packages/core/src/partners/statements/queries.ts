export { groupDifferences, listDifferences } from './list-differences.ts';
export { listStatements } from './list-statements.ts';
