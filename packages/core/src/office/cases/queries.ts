export { getCase } from './detail.ts';
export { listCases } from './list.ts';
export { getCaseFacts, listUserCases } from './open.ts';
