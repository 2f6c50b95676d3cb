export { refuseBlocked } from './blocks.ts';
export { getOrCreateBrowser } from './browsers.ts';
export type { AdminPerson, SignedInPerson } from './session-tables.ts';
export { createAdminSessions, createUserSessions, type ValidatedSession } from './sessions.ts';
