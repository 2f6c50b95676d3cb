import { body, type Endpoint, type UserCaller, unread } from '../endpoint.ts';

export const spin: Endpoint<UserCaller> = {
  path: '/api/spin.php',
  POST: (user, request) => unread(user.spins.spin)(body(request)),
};
