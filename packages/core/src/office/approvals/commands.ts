export { approveRequest, expireRequests, refuseRequest, withdrawRequest } from './decide.ts';
export { createApprovalRequests } from './record.ts';
export { detectSinglePersonChanges } from './single-person-changes.ts';
