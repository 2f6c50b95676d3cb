export { getCompletionTrace } from './completion-trace.ts';
export { conversionsFile, listConversions } from './list-conversions.ts';
