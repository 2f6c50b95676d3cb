export { exportAccount } from './account-export.ts';
export { listUsers, usersFile } from './list-users.ts';
export { userDetail } from './user-detail.ts';
export { userProfile } from './user-profile.ts';
