export { closeCase, closeCases } from './close.ts';
export { openCase } from './open.ts';
