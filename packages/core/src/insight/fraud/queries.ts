export { consequenceOf } from './consequence.ts';
export { evidenceOf } from './evidence.ts';
export { listFraud } from './list.ts';
