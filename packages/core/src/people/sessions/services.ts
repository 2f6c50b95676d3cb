export { refuseBlocked } from './blocks.ts';
export { browserOf } from './browsers.ts';
export type { AdminPerson, SignedInPerson } from './session-tables.ts';
export { createAdminSessions, createUserSessions, type SessionFound } from './sessions.ts';
