import { type Endpoints, fromBody, type UserCaller, withoutInput } from './endpoint.ts';

/** Maps each documented path of the app host to a procedure. */
export const userEndpoints = {
  '/api/register.php': { POST: fromBody((user) => user.identity.register) },
  '/api/login.php': { POST: fromBody((user) => user.identity.login) },
  '/api/firebase-auth.php': { POST: fromBody((user) => user.identity.providerLogin) },
  '/api/logout.php': { POST: withoutInput((user) => user.identity.logout) },
  '/api/offers.php': { GET: withoutInput((user) => user.offers.list) },
  '/api/click-offer.php': { POST: fromBody((user) => user.clicks.create) },
  '/api/spin.php': { POST: fromBody((user) => user.spins.spin) },
  '/api/user-stats.php': { GET: withoutInput((user) => user.insights.stats) },
} satisfies Endpoints<UserCaller>;

/** A documented path of the app host. */
export type UserPath = keyof typeof userEndpoints;
