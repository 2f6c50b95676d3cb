export { isSetupNeeded } from './admin-register.ts';
export { listAdmins, listOwnSessions, ownAdmin } from './admins.ts';
