import { makeNetwork, postback } from '@inaam/testing/factories/completions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './testing/api.ts';
import { type Answer, Client } from './testing/client.ts';

/**
 * One story told twice: over the documented paths and over tRPC, each on a database of its own. What comes back must
 * be the same, value for value and refusal for refusal.
 */

type Realm = 'user' | 'admin';
interface Step {
  realm: Realm;
  rest: [method: string, path: string];
  rpc: string;
  kind: 'query' | 'mutation';
  input?: Record<string, unknown>;
  /** What happens in between, outside both transports. */
  before?: (api: TestApi) => Promise<void>;
}

const paths = {
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
  'admin.fraud.list': ['GET', '/api/admin/fraud-detection.php'],
  'admin.fraud.act': ['POST', '/api/admin/fraud-detection.php'],
} satisfies Record<string, [string, string]>;

const step = (rpc: keyof typeof paths, input?: Record<string, unknown>, before?: Step['before']): Step => ({
  realm: rpc.startsWith('user.') ? 'user' : 'admin',
  rest: paths[rpc],
  rpc,
  kind: /\.(list|stats|dashboard)$/.test(rpc) ? 'query' : 'mutation',
  ...(input ? { input } : {}),
  ...(before ? { before } : {}),
});

const password = 'a password of length';
const asha = { firstName: 'Asha', lastName: 'Rao', email: 'Asha@Example.com', password };
const offer = {
  title: 'Morning habits survey',
  description: 'Ten short questions.',
  offer_url: 'https://partner.example/start?user={user_id}&offer={offer_id}',
  external_offer_id: 'ext-1',
  reward_amount: 19.5,
  spinner_config: '{"rewards":[{"amount":5,"probability":99},{"amount":5,"probability":0.9}]}',
};
const voucher = { voucher_type: 'amazon', voucher_brand: 'Amazon', voucher_amount: 5, expiry_date: '2099-12-31' };

/** The partner completes the first user's first click. */
async function completeFirstClick({ core }: TestApi): Promise<void> {
  const [click] = await core.database.sql<{ click_id: string; slug: string; secret: string }[]>`
    select k.click_id, n.slug, n.signing_secret as secret from clicks k, networks n order by k.id limit 1`;
  if (!click) throw new Error('nobody has clicked');
  const { slug, secret } = click;
  await postback(core, { slug, secret }, { click_id: click.click_id, transaction_id: 't-1', status: 'approved' });
  // Seeds are drawn: the same one in both tellings makes their draws the same.
  await core.database.sql`alter table spins disable trigger spins_guard`;
  await core.database.sql`update spins set seed = decode(repeat('ab', 32), 'hex')`;
  await core.database.sql`alter table spins enable trigger spins_guard`;
}

const makeFirstAdmin = async ({ core, services }: TestApi) => {
  const hash = await services.passwords.hash(password);
  await core.database
    .sql`insert into admins (username, email, password_hash) values ('root', 'root@example.com', ${hash})`;
};

const story: Step[] = [
  step('user.offers.list'),
  step('user.identity.register', { ...asha, password: 'short' }),
  step('user.identity.register', { ...asha, password: 'password1' }),
  step('user.identity.register', { ...asha, email: 'asha' }),
  step('user.identity.register', { firstName: 'Asha' }),
  step('user.identity.register', { ...asha, lastName: 'x'.repeat(81) }),
  step('user.identity.register', asha),
  step('user.identity.register', { ...asha, email: 'ASHA@example.COM ' }),
  step('user.identity.login', { email: 'asha@example.com', password: 'wrong' }),
  step('user.identity.login', { email: 'nobody@example.com', password }),
  step('user.identity.login', { email: 'asha@example.com' }),
  step('user.identity.login', { email: ' ASHA@example.com', password, deviceFingerprint: 'abc' }),
  step('user.identity.providerLogin', { idToken: 'not.a.token' }),
  step('user.identity.providerLogin', {}),
  step('user.offers.list'),
  step('user.insights.stats'),
  step('admin.insights.dashboard'),
  step('admin.offers.create', offer),
  step('admin.identity.register', { username: 'root', email: 'root@example.com', password }),
  step('admin.identity.register', { username: 'ro', email: 'root@example.com', password, setupToken: 'x' }),
  step('admin.identity.login', { username: 'root', password }),
  step('admin.identity.login', { username: 'ROOT', password }, makeFirstAdmin),
  step('admin.identity.login', { username: 'root', password: 'wrong' }),
  step('admin.identity.register', { username: 'Root', email: 'second@example.com', password }),
  step('admin.identity.register', { username: 'second', email: 'ROOT@example.com', password }),
  step('admin.identity.register', { username: 'second', email: 'second@example.com', password }),
  step('admin.offers.create', { ...offer, title: '' }),
  step('admin.offers.create', { ...offer, spinner_config: '{"rewards":[{"amount":5,"probability":100}]}' }),
  step('admin.offers.create', { ...offer, offer_url: 'javascript:alert(1)' }),
  step('admin.offers.create', { ...offer, reward_amount: 0.001 }),
  step('admin.offers.create', offer),
  step('admin.offers.create', {
    ...offer,
    title: 'Second',
    external_offer_id: 'ext-2',
    category: 'Game',
    is_active: false,
  }),
  step('admin.offers.update', { offer_id: 1, title: 'Evening habits survey' }),
  step('admin.offers.update', { offer_id: 77, title: 'Nothing' }),
  step('admin.offers.update', { title: 'No id' }),
  step('admin.offers.list', { status: 'active', sortBy: 'title', sortOrder: 'asc', limit: 1000 }),
  step('admin.offers.list', { sortBy: 'nothing' }),
  step('admin.offers.list', { page: '2', limit: '1' }),
  step('admin.vouchers.create', { ...voucher, voucher_code: 'CODE-1' }),
  step('admin.vouchers.create', { ...voucher, voucher_code: 'CODE-1' }),
  step('admin.vouchers.create', { ...voucher, voucher_codes: ['CODE-1', 'CODE-2', ' CODE-3 ', ''] }),
  step('admin.vouchers.create', { ...voucher, voucher_code: 'OLD', expiry_date: '2020-01-01' }),
  step('admin.vouchers.create', { ...voucher, voucher_amount: 0, voucher_code: 'FREE' }),
  step('admin.vouchers.create', { voucher_type: 'gold', quantity: 1 }),
  step('admin.vouchers.setStatus', { voucher_id: 2, status: 'expired' }),
  step('admin.vouchers.setStatus', { voucher_id: 2, status: 'assigned' }),
  step('admin.vouchers.setStatus', { voucher_id: 999, status: 'expired' }),
  step('admin.vouchers.delete', { voucher_id: 2 }),
  step('admin.vouchers.delete', { voucher_id: 2 }),
  step('user.clicks.create', { offerId: 1 }),
  step('user.clicks.create', { offer_id: 1 }),
  step('user.clicks.create', { offerId: 2 }),
  step('user.clicks.create', { offerId: 99 }),
  step('user.clicks.create', {}),
  step('user.spins.spin', { offerId: 1 }),
  step('user.spins.spin', { offerId: 99 }),
  step('user.offers.list', undefined, completeFirstClick),
  step('user.clicks.create', { offerId: 1 }),
  step('user.spins.spin', { offerId: 1, clientSeed: 'x'.repeat(65) }),
  step('user.spins.spin', { offerId: '1', clientSeed: 'mine' }),
  step('user.spins.spin', { offerId: 1, clientSeed: 'another' }),
  step('user.offers.list'),
  step('user.insights.stats'),
  step('admin.completions.list', { voucherFilter: 'won', offer: 'ext-1' }),
  step('admin.completions.list', { dateRange: 'ever' }),
  step('admin.vouchers.list', { status: 'assigned' }),
  step('admin.vouchers.delete', { voucher_id: 1 }),
  step('admin.vouchers.list', { search: 'CODE', sortBy: 'voucher_amount', sortOrder: 'asc' }),
  step('admin.insights.dashboard'),
  step('admin.offers.deactivate', { offer_id: 1 }),
  step('admin.offers.deactivate', { offer_id: 99 }),
  step('user.offers.list'),
  step('admin.fraud.list', { search: 'ASHA@', user_filter: 'normal', date_filter: 'today' }),
  step('admin.fraud.list', { user_filter: 'odd' }),
  step('admin.fraud.act', { action: 'flag_user', user_id: 99 }),
  step('admin.fraud.act', { action: 'flag_all' }),
  step('admin.fraud.act', { action: 'bulk_flag_users', user_ids: '' }),
  step('admin.fraud.act', { action: 'block_ip', ip_address: 'nowhere' }),
  step('admin.fraud.act', { action: 'block_ip', ip_address: '192.0.2.1' }),
  step('admin.fraud.act', { action: 'block_ip', ip_address: '192.0.2.1', confirm_own: '1' }),
  step('user.offers.list'),
  step('admin.fraud.list', { ip_filter: 'blocked' }),
  step('admin.fraud.act', { action: 'unblock_ip', ip_address: '192.0.2.1' }),
  step('admin.fraud.act', { action: 'block_device' }),
  step('admin.fraud.act', { action: 'block_device', device_fingerprint: 'abc', notes: 'shared' }),
  step('user.offers.list'),
  step('admin.fraud.act', { action: 'unblock_device', device_fingerprint: 'abc' }),
  step('user.offers.list'),
  step('admin.fraud.act', { action: 'bulk_flag_users', user_ids: '1,99' }),
  step('user.offers.list'),
  step('user.identity.login', { email: 'asha@example.com', password }),
  step('admin.fraud.act', { action: 'unflag_user', user_id: '1' }),
  step('user.identity.login', { email: 'asha@example.com', password }),
  step('user.identity.logout'),
  step('user.insights.stats'),
  step('admin.identity.logout'),
  step('admin.offers.list', {}),
];

interface Told {
  step: string;
  status: number;
  value: unknown;
  error: unknown;
}

/** What differs between two tellings without being a difference: secrets, ids that are drawn, the time. */
const steady = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (key, inner: unknown) => {
      if (
        key === 'sessionId' ||
        key === 'click_id' ||
        key === 'landingAngle' ||
        /(_at|^oldest|_registration)$/.test(key)
      )
        return typeof inner;
      return typeof inner === 'string' ? inner.replace(/click_id=[\w-]{20,}/, 'click_id=…') : inner;
    }),
  );

async function overRest(clients: Record<Realm, Client>, { realm, rest: [method, path], input }: Step): Promise<Answer> {
  const inQuery = method === 'GET' || method === 'DELETE';
  const entries = Object.entries(input ?? {}).map(([key, value]): [string, string] => [key, String(value)]);
  if (inQuery) return clients[realm].send(method, input ? `${path}?${new URLSearchParams(entries)}` : path);
  return input ? clients[realm].json(method, path, input) : clients[realm].send(method, path);
}

async function tell(api: TestApi, transport: 'rest' | 'rpc'): Promise<Told[]> {
  const clients = { user: new Client(api.appHost), admin: new Client(api.adminHost) };
  await makeNetwork(api.core, 'partner');
  const told: Told[] = [];
  for (const each of story) {
    await each.before?.(api);
    const name = `${each.rpc} ${JSON.stringify(each.input ?? null)}`;
    if (transport === 'rest') {
      const { status, body } = await overRest(clients, each);
      const { success, error, ...value } = body;
      expect([name, success]).toEqual([name, status === 200 ? true : undefined]);
      told.push({ step: name, status, value: status === 200 ? steady(value) : null, error: error ?? null });
    } else {
      const client = clients[each.realm];
      const { status, body } = await (each.kind === 'query'
        ? client.query(each.rpc, each.input)
        : client.mutate(each.rpc, each.input));
      // spin's own shape has the flag that the adapter adds to the others.
      const { success: _, ...value } = body.result?.data ?? {};
      expect([name, body.error?.data.httpStatus ?? 200]).toEqual([name, status]);
      told.push({
        step: name,
        status,
        value: status === 200 ? steady(value) : null,
        error: body.error?.message ?? null,
      });
    }
  }
  return told;
}

describe('both transports', () => {
  let two: [TestApi, TestApi];
  beforeAll(async () => {
    two = await Promise.all([createTestApi(), createTestApi()]);
  });
  afterAll(() => Promise.all(two.map((api) => api.close())));

  test(`answer ${story.length} requests alike`, async () => {
    const [rest, rpc] = await Promise.all([tell(two[0], 'rest'), tell(two[1], 'rpc')]);
    expect(rest).toEqual(rpc);
    // The story is told as meant: it goes on, and it is refused in many ways.
    const statuses = new Set(rest.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 400, 401, 403, 404, 409]);
    expect(rest.filter(({ status }) => status === 200).length).toBeGreaterThan(25);
    expect(new Set(rest.map(({ error }) => error)).size).toBeGreaterThan(20);
    const spun = rest.find(({ step: name }) => name.includes('"clientSeed":"mine"'));
    expect(spun).toMatchObject({ status: 200, value: { rewardType: 'voucher_5', voucher: { code: 'CODE-1' } } });
  });
});
