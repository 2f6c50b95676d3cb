export { issueSetupToken, registerAdmin, registerOnMachine } from './admin-register.ts';
export { changeOwnPassword, deactivateAdmin, endOwnSessions, resetSecondFactor, setAdminRole } from './admins.ts';
