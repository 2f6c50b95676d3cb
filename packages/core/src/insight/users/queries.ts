export { exportAccount } from './account-export.ts';
export { listUsers, usersFile } from './list-users.ts';
export { getSessionOwner } from './session-owner.ts';
export { getUserDetail } from './user-detail.ts';
export { getUserProfile } from './user-profile.ts';
