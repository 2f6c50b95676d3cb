import { type AdminCaller, type Endpoints, fromBody, fromQuery, withoutInput } from './endpoint.ts';
import { fraudDetection } from './fraud-detection.ts';
import { userListOrDetail } from './users.ts';

/** The documented calls of the admin host. Those that also take forms are in {@link adminFormEndpoints}. */
export const adminEndpoints = {
  '/api/admin/login.php': { POST: fromBody((admin) => admin.identity.login) },
  '/api/admin/logout.php': { POST: withoutInput((admin) => admin.identity.logout) },
  '/api/admin/register.php': { POST: fromBody((admin) => admin.identity.register) },
  '/api/admin/dashboard.php': { GET: fromQuery((admin) => admin.insights.dashboard) },
  '/api/admin/offers.php': {
    GET: fromQuery((admin) => admin.offers.list),
    POST: fromBody((admin) => admin.offers.create),
    PUT: fromBody((admin) => admin.offers.update),
    DELETE: fromQuery((admin) => admin.offers.deactivate),
  },
  '/api/admin/users.php': { GET: userListOrDetail },
  '/api/admin/vouchers.php': {
    GET: fromQuery((admin) => admin.vouchers.list),
    POST: fromBody((admin) => admin.vouchers.create),
    PUT: fromBody((admin) => admin.vouchers.setStatus),
    DELETE: fromQuery((admin) => admin.vouchers.delete),
  },
  '/api/admin/conversions.php': { GET: fromQuery((admin) => admin.completions.list) },
  '/api/admin/offer-clicks.php': { GET: fromQuery((admin) => admin.clicks.list) },
} satisfies Endpoints<AdminCaller>;

/** Calls that are documented with forms. They accept the same fields as JSON. */
export const adminFormEndpoints = {
  '/api/admin/fraud-detection.php': fraudDetection,
} satisfies Endpoints<AdminCaller>;

/** A documented path of the admin host that takes only JSON. */
export type AdminPath = keyof typeof adminEndpoints;
