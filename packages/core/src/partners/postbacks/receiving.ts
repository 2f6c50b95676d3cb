export type { Judgement } from './judge.ts';
export { decodeBytes, encodeBody, type Postback } from './parse.ts';
export { FaultReply, type ReceivingServices, receivePostback } from './receive.ts';
export { createRepeats } from './repeats.ts';
export { replyTo } from './reply.ts';
export { MAX_UNKNOWN_OF_CALLER } from './store.ts';
