export { issueSetupToken, registerAdmin, registerFromCommandLine } from './admin-register.ts';
export { changeOwnPassword, deactivateAdmin, endOwnSessions, resetSecondFactor, setAdminRole } from './admins.ts';
