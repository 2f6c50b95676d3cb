export { accountOverview, ownSessions, sessionOwner } from './overview.ts';
