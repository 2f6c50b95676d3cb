export { getAuditPublicKeys, verifyAudit } from './chain.ts';
export { type HeadReceiver, parseHeads, type SealedHead } from './heads.ts';
export { listAudit } from './list.ts';
export { listSecurityEvents } from './security-events.ts';
