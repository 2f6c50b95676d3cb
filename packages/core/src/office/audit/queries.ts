export { verifyAudit } from './chain.ts';
export { type HeadReceiver, parseHeads, type SealedHead } from './heads.ts';
export { createAuditKeys } from './keys.ts';
export { listAudit } from './list.ts';
export { listSecurityEvents } from './security-events.ts';
