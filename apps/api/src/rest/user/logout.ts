import type { Endpoint, UserCaller } from '../endpoint.ts';

export const logout: Endpoint<UserCaller> = {
  path: '/api/logout.php',
  POST: (user) => user.identity.logout(),
};
