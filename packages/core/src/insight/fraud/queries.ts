export { getEvidence } from './evidence.ts';
export { getImpact } from './impact.ts';
export { listFraud } from './list.ts';
