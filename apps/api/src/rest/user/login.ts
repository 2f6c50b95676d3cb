import { body, type Endpoint, type UserCaller, unread } from '../endpoint.ts';

export const login: Endpoint<UserCaller> = {
  path: '/api/login.php',
  POST: (user, request) => unread(user.identity.login)(body(request)),
};
