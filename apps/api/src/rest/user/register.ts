import { body, type Endpoint, type UserCaller, unread } from '../endpoint.ts';

export const register: Endpoint<UserCaller> = {
  path: '/api/register.php',
  POST: (user, request) => unread(user.identity.register)(body(request)),
};
