export { refuseBlocked } from './blocks.ts';
export { getOrCreateBrowser } from './browsers.ts';
export type { AuthenticatedAdmin, AuthenticatedUser } from './session-tables.ts';
export { createAdminSessions, createUserSessions, type ValidatedSession } from './sessions.ts';
