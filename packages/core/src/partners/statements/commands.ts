export { acceptDifferences } from './accept.ts';
export { addStatementLines, beginStatement, compareStatement } from './upload.ts';
