export { getDashboard } from './dashboard.ts';
export { getOperationsMetrics } from './operations.ts';
export { findWarnings, getOperationsStatus } from './operations-status.ts';
