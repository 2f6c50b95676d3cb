export { caseDetail } from './detail.ts';
export { listCases } from './list.ts';
export { caseFacts, casesOfUser } from './open.ts';
