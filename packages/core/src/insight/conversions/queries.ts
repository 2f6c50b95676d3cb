export { completionChain } from './chain.ts';
export { conversionsFile } from './conversions-file.ts';
export { listConversions } from './list-conversions.ts';
