import type { Endpoint, UserCaller } from '../endpoint.ts';

export const userStats: Endpoint<UserCaller> = {
  path: '/api/user-stats.php',
  GET: (user) => user.insights.stats(),
};
