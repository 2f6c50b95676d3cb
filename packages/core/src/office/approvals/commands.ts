export { findAlerts } from './alerts.ts';
export { approveRequest, expireRequests, refuseRequest, withdrawRequest } from './decide.ts';
export { createApprovalRequests } from './record.ts';
