export { acceptDifferences } from './accept.ts';
export { deleteOldStatements } from './old-statements.ts';
export { addStatementLines, beginStatement, compareStatement } from './upload.ts';
