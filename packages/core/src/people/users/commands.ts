export { createAccount, type NewAccount } from './accounts.ts';
export { endUserSessions } from './user-sessions.ts';
