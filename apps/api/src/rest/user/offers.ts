import type { Endpoint, UserCaller } from '../endpoint.ts';

export const offers: Endpoint<UserCaller> = {
  path: '/api/offers.php',
  GET: (user) => user.offers.list(),
};
