export { isSetupNeeded } from './admin-register.ts';
export { listAdmins, listOwnSessions, ownAdmin } from './admins.ts';
export { countOwners } from './count-owners.ts';
