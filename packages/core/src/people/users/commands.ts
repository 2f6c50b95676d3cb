export { createAccount, type NewAccount } from './accounts.ts';
export { setLegalHold } from './legal-hold.ts';
export { endUserSessions } from './user-sessions.ts';
