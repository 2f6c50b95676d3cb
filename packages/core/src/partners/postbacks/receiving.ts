export type { Judgement } from './judge.ts';
export { decodeBytes, encodeBody, type Postback } from './parse.ts';
export { JudgingFailed, type ReceivingServices, receivePostback } from './receive.ts';
export { createRepeatCounter } from './repeats.ts';
export { buildReply } from './reply.ts';
export { MAX_UNKNOWN_PER_CALLER } from './store.ts';
