import type { TestApi } from '../support/api.ts';

export type Realm = 'user' | 'admin';
export interface Step {
  realm: Realm;
  rest: [method: string, path: string];
  rpc: string;
  kind: 'query' | 'mutation';
  input?: Record<string, unknown>;
  /** Runs before the step, and uses neither transport. */
  before?: (api: TestApi) => Promise<void>;
}

/** The documented path of each procedure that has one. */
export const paths = {
  'user.identity.register': ['POST', '/api/register.php'],
  'user.identity.login': ['POST', '/api/login.php'],
  'user.identity.providerLogin': ['POST', '/api/firebase-auth.php'],
  'user.identity.logout': ['POST', '/api/logout.php'],
  'user.offers.list': ['GET', '/api/offers.php'],
  'user.clicks.create': ['POST', '/api/click-offer.php'],
  'user.spins.spin': ['POST', '/api/spin.php'],
  'user.insights.stats': ['GET', '/api/user-stats.php'],
  'admin.identity.login': ['POST', '/api/admin/login.php'],
  'admin.identity.logout': ['POST', '/api/admin/logout.php'],
  'admin.identity.register': ['POST', '/api/admin/register.php'],
  'admin.insights.dashboard': ['GET', '/api/admin/dashboard.php'],
  'admin.offers.list': ['GET', '/api/admin/offers.php'],
  'admin.offers.create': ['POST', '/api/admin/offers.php'],
  'admin.offers.update': ['PUT', '/api/admin/offers.php'],
  'admin.offers.deactivate': ['DELETE', '/api/admin/offers.php'],
  'admin.vouchers.list': ['GET', '/api/admin/vouchers.php'],
  'admin.vouchers.create': ['POST', '/api/admin/vouchers.php'],
  'admin.vouchers.setStatus': ['PUT', '/api/admin/vouchers.php'],
  'admin.vouchers.delete': ['DELETE', '/api/admin/vouchers.php'],
  'admin.completions.list': ['GET', '/api/admin/conversions.php'],
  'admin.users.list': ['GET', '/api/admin/users.php'],
  'admin.users.detail': ['GET', '/api/admin/users.php'],
  'admin.fraud.list': ['GET', '/api/admin/fraud-detection.php'],
  'admin.fraud.act': ['POST', '/api/admin/fraud-detection.php'],
  'admin.clicks.list': ['GET', '/api/admin/offer-clicks.php'],
} satisfies Record<string, [string, string]>;

export type Procedure = keyof typeof paths;

/** Builds a request that each transport can send. */
export const step = (rpc: Procedure, input?: Record<string, unknown>, before?: Step['before']): Step => ({
  realm: rpc.startsWith('user.') ? 'user' : 'admin',
  rest: paths[rpc],
  rpc,
  kind: /\.(list|stats|dashboard|detail)$/.test(rpc) ? 'query' : 'mutation',
  ...(input ? { input } : {}),
  ...(before ? { before } : {}),
});

/** Steps of one procedure, one per input. */
export const steps = (rpc: Procedure, ...inputs: Record<string, unknown>[]): Step[] =>
  inputs.map((input) => step(rpc, input));
