export { accountOverview, ownSessions } from './overview.ts';
