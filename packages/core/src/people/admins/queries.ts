export { isSetupNeeded } from './admin-register.ts';
export { listAdmins, listOwnSessions } from './admins.ts';
