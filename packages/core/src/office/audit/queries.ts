export { auditPublicKeysOf, verifyAudit } from './chain.ts';
export { type HeadReceiver, headsIn, type SealedHead } from './heads.ts';
export { listAudit } from './list.ts';
export { listSecurityEvents } from './security-events.ts';
