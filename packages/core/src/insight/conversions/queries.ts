export { completionChain } from './chain.ts';
export { conversionsFile, listConversions } from './list-conversions.ts';
