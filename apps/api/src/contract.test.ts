import type { paths } from '@inaam/client/admin';
import { type AdminClient, type AppClient, createAdminClient, createAppClient } from '@inaam/client/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { descriptions } from './openapi/descriptions.ts';
import { createTestApi, type TestApi } from './testing/api.ts';
import { Client } from './testing/client.ts';
import { fetchOf } from './testing/fetch.ts';
import { type Fields, fieldFaults } from './testing/fields.ts';
import { PASSWORD } from './testing/people.ts';
import { startProvider } from './testing/provider.ts';
import { Shapes } from './testing/shapes.ts';
import { makeWorld, type World } from './testing/world.ts';

/**
 * Sections 3 and 7 of the specification, written out: each documented field of each documented reply, by hand and by type,
 * on answers over real data. The calls go through the client that is made from the description, and each answer is held to the
 * description too.
 */

interface Called {
  data?: unknown;
  error?: unknown;
  response: Response;
}
interface Row {
  call: string;
  send: () => Promise<Called>;
  /** By the place in the answer. */
  fields: Record<string, Fields>;
}

let api: TestApi;
let world: World;
let provider: Awaited<ReturnType<typeof startProvider>>;
let user: AppClient;
let guest: AppClient;
let admin: AdminClient;
let adminGuest: AdminClient;
beforeAll(async () => {
  provider = await startProvider();
  api = await createTestApi(provider.env);
  world = await makeWorld(api);
  const origin = 'http://localhost';
  user = createAppClient({ origin, fetch: fetchOf(world.user) });
  guest = createAppClient({ origin, fetch: fetchOf(new Client(api.appHost)) });
  admin = createAdminClient({ origin, fetch: fetchOf(world.admin) });
  adminGuest = createAdminClient({ origin, fetch: fetchOf(new Client(api.adminHost)) });
});
afterAll(() => Promise.all([api.close(), provider.close()]));

const done: Fields = { success: 'flag' };
const said: Fields = { ...done, message: 'text' };
const signedInUser: Record<string, Fields> = {
  '': { ...done, sessionId: 'text' },
  user: { id: 'whole', firstName: 'text', lastName: 'text', email: 'text' },
};
const person = { firstName: 'Ravi', lastName: 'Iyer', email: 'ravi@example.com', password: PASSWORD };
const FORM = 'application/x-www-form-urlencoded';
type FormType = typeof FORM;
const pages: Fields = { page: 'whole', limit: 'whole', total: 'whole', totalPages: 'whole' };

const userRows: Row[] = [
  {
    call: 'POST /api/register.php',
    send: () => guest.POST('/api/register.php', { body: person }),
    fields: signedInUser,
  },
  { call: 'POST /api/login.php', send: () => guest.POST('/api/login.php', { body: person }), fields: signedInUser },
  {
    call: 'POST /api/firebase-auth.php',
    send: async () =>
      guest.POST('/api/firebase-auth.php', { body: { idToken: await provider.idToken('zoya', 'zoya@example.com') } }),
    fields: signedInUser,
  },
  {
    call: 'GET /api/offers.php',
    send: () => user.GET('/api/offers.php'),
    fields: {
      '': done,
      'offers[]': {
        offer_id: 'whole',
        title: 'text',
        description: 'text',
        category: 'text',
        model: 'text',
        targeting: 'text',
        preview_url: 'url?',
        completed: 'flag',
        spinner_used: 'flag',
        reward_type: 'text',
        voucher_code: 'text?',
        spinner_config: 'json',
        spin_commitment: 'text?',
      },
    },
  },
  {
    call: 'POST /api/click-offer.php',
    send: () => user.POST('/api/click-offer.php', { body: { offerId: world.offers.started } }),
    fields: { '': { ...done, redirectUrl: 'url' } },
  },
  {
    call: 'POST /api/spin.php',
    send: () => user.POST('/api/spin.php', { body: { offerId: world.offers.won } }),
    fields: {
      '': { ...done, rewardType: 'text', message: 'text', landingAngle: 'number' },
      voucher: { amount: 'number', type: 'text', brand: 'text', code: 'text' },
      proof: { serverSeed: 'text', clientSeed: 'text', completionId: 'whole', commitment: 'text', roll: 'whole' },
    },
  },
  {
    call: 'GET /api/user-stats.php',
    send: () => user.GET('/api/user-stats.php'),
    fields: {
      '': done,
      stats: {
        total_completions: 'whole',
        spins_used: 'whole',
        total_vouchers_won: 'whole',
        total_voucher_value: 'number',
        vouchers_by_amount: 'object',
      },
      'stats.vouchers_by_amount': { 5: 'whole', 7: 'whole' },
      'completions[]': {
        title: 'text',
        description: 'text',
        category: 'text',
        preview_url: 'url?',
        completed_at: 'time',
        spinner_used: 'flag',
        reward_type: 'text',
        voucher_code: 'text?',
      },
    },
  },
  { call: 'POST /api/logout.php', send: () => guest.POST('/api/logout.php'), fields: { '': done } },
];

const offer: Fields = {
  offer_id: 'whole',
  title: 'text',
  description: 'text',
  offer_url: 'url',
  preview_url: 'url?',
  external_offer_id: 'text',
  category: 'text',
  model: 'text',
  targeting: 'text',
  reward_amount: 'number',
  is_active: 'flag',
  spinner_config: 'json',
  created_at: 'time',
  total_completions: 'whole',
  unique_users: 'whole',
  spins_used: 'whole',
  total_revenue: 'number',
  avg_payout: 'number',
  daily_avg_completions: 'number',
};
const adminUser: Fields = {
  user_id: 'whole',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  registration_date: 'time',
  last_activity: 'time',
  total_completions: 'whole',
  spins_used: 'whole',
  total_vouchers_won: 'whole',
  total_revenue_generated: 'number',
};
const ofSpin: Fields = {
  voucher_amount: 'number?',
  voucher_brand: 'text?',
  payout_amount: 'number',
  completed_at: 'time',
};
const counts: Fields = { available: 'whole', assigned: 'whole', used: 'whole', expired: 'whole' };
const newOffer = {
  title: 'A new offer',
  description: 'To be done.',
  offer_url: 'https://partner.example/new',
  preview_url: 'https://partner.example/new/preview',
  external_offer_id: 'new-1',
} as const;
const voucherIds = async (): Promise<number[]> => {
  const { data } = await admin.GET('/api/admin/vouchers.php', { params: { query: { status: 'available' } } });
  return (data?.vouchers ?? []).map(({ voucher_id }) => voucher_id);
};

const adminRows: Row[] = [
  {
    call: 'POST /api/admin/login.php',
    send: () => adminGuest.POST('/api/admin/login.php', { body: { username: world.adminName, password: PASSWORD } }),
    fields: { '': { ...done, sessionId: 'text' }, admin: { username: 'text', email: 'text' } },
  },
  { call: 'POST /api/admin/logout.php', send: () => adminGuest.POST('/api/admin/logout.php'), fields: { '': done } },
  {
    call: 'POST /api/admin/register.php',
    send: () =>
      admin.POST('/api/admin/register.php', {
        body: { username: 'meera', email: 'meera@example.com', password: PASSWORD },
      }),
    fields: { '': said },
  },
  {
    call: 'GET /api/admin/dashboard.php',
    send: () => admin.GET('/api/admin/dashboard.php'),
    fields: {
      '': done,
      stats: {
        total_users: 'whole',
        new_users_today: 'whole',
        active_offers: 'whole',
        total_conversions: 'whole',
        conversions_today: 'whole',
        total_revenue: 'number',
        revenue_today: 'number',
        total_voucher_value: 'number',
        available_vouchers: 'whole',
        used_vouchers: 'whole',
        total_rewards_given: 'whole',
      },
      'recentUsers[]': { first_name: 'text', last_name: 'text', email: 'text', created_at: 'time' },
      'recentConversions[]': { title: 'text', email: 'text', voucher_won: 'flag', ...ofSpin },
    },
  },
  {
    call: 'GET /api/admin/offers.php',
    send: () =>
      admin.GET('/api/admin/offers.php', {
        params: { query: { limit: 1000, status: 'all', sortBy: 'title', sortOrder: 'asc' } },
      }),
    fields: { '': done, 'offers[]': offer, pagination: pages },
  },
  {
    call: 'POST /api/admin/offers.php',
    send: () => admin.POST('/api/admin/offers.php', { body: newOffer }),
    fields: { '': said, offer },
  },
  {
    call: 'PUT /api/admin/offers.php',
    send: () =>
      admin.PUT('/api/admin/offers.php', { body: { offer_id: world.offers.untouched, title: 'Another title' } }),
    fields: { '': said, offer },
  },
  {
    call: 'DELETE /api/admin/offers.php',
    send: () => admin.DELETE('/api/admin/offers.php', { params: { query: { offer_id: world.offers.untouched } } }),
    fields: { '': said },
  },
  {
    call: 'GET /api/admin/users.php',
    send: () => admin.GET('/api/admin/users.php'),
    fields: { '': done, 'users[]': adminUser, pagination: { ...pages, pages: 'whole' } },
  },
  {
    call: 'GET /api/admin/users.php with user_id',
    send: () => admin.GET('/api/admin/users.php', { params: { query: { user_id: world.userId } } }),
    fields: {
      '': done,
      user: adminUser,
      'completions[]': {
        title: 'text',
        category: 'text',
        completed_at: 'time',
        spinner_used: 'flag',
        reward_type: 'text',
        voucher_code: 'text?',
      },
    },
  },
  {
    call: 'GET /api/admin/vouchers.php',
    send: () => admin.GET('/api/admin/vouchers.php'),
    fields: {
      '': done,
      'vouchers[]': {
        voucher_id: 'whole',
        voucher_code: 'text',
        voucher_type: 'text',
        voucher_brand: 'text',
        voucher_amount: 'number',
        voucher_description: 'text?',
        voucher_terms: 'text?',
        expiry_date: 'day',
        status: 'text',
        assigned_to_email: 'text?',
        assigned_at: 'time?',
        created_at: 'time',
      },
      'stats[]': { voucher_type: 'text', voucher_brand: 'text', total: 'whole', ...counts },
      'stats[].amount_breakdown[]': { amount: 'number', count: 'whole', ...counts },
      pagination: pages,
    },
  },
  {
    call: 'POST /api/admin/vouchers.php',
    send: () => admin.POST('/api/admin/vouchers.php', { body: { voucher_type: 'zomato', quantity: 2 } }),
    fields: { '': { ...said, created: 'whole', skipped: 'whole' } },
  },
  {
    call: 'PUT /api/admin/vouchers.php',
    send: async () =>
      admin.PUT('/api/admin/vouchers.php', { body: { voucher_id: (await voucherIds())[0] ?? 0, status: 'expired' } }),
    fields: { '': said },
  },
  {
    call: 'DELETE /api/admin/vouchers.php',
    send: async () =>
      admin.DELETE('/api/admin/vouchers.php', { params: { query: { voucher_id: (await voucherIds())[0] ?? 0 } } }),
    fields: { '': said },
  },
  {
    call: 'GET /api/admin/conversions.php',
    send: () => admin.GET('/api/admin/conversions.php'),
    fields: {
      '': done,
      'conversions[]': {
        email: 'text',
        title: 'text',
        voucher_won: 'flag',
        voucher_code: 'text?',
        spinner_used: 'flag',
        ...ofSpin,
      },
      pagination: pages,
      overallStats: {
        totalRevenue: 'number',
        totalVoucherWins: 'whole',
        totalVoucherValue: 'number',
        overallWinRate: 'number',
      },
    },
  },
  {
    call: 'GET /api/admin/offer-clicks.php',
    send: () => admin.GET('/api/admin/offer-clicks.php'),
    fields: {
      '': done,
      'clicks[]': {
        completion_id: 'whole',
        first_name: 'text',
        last_name: 'text',
        email: 'text',
        firebase_uid: 'text?',
        title: 'text',
        external_offer_id: 'text',
        category: 'text',
        click_id: 'text',
        spinner_used: 'flag',
        voucher_code: 'text?',
        ...ofSpin,
      },
      stats: {
        totalConversions: 'whole',
        uniqueUsers: 'whole',
        totalRevenue: 'number',
        avgPayout: 'number',
        voucherWins: 'whole',
        voucherWinRate: 'number',
        spinsUsed: 'whole',
        spinUsageRate: 'number',
      },
      pagination: pages,
    },
  },
];

type FraudAction = Parameters<typeof form>[0];
const form = (body: NonNullable<paths['/api/admin/fraud-detection.php']['post']['requestBody']>['content'][FormType]) =>
  admin.POST('/api/admin/fraud-detection.php', { body, headers: { 'content-type': FORM } });

const fraudRows: Row[] = [
  {
    call: 'GET /api/admin/fraud-detection.php',
    send: () => admin.GET('/api/admin/fraud-detection.php'),
    fields: {
      '': done,
      'recentRegistrations[]': {
        user_id: 'whole',
        first_name: 'text',
        last_name: 'text',
        email: 'text',
        registration_ip: 'text?',
        ip_count: 'whole',
        device_fingerprint: 'text?',
        device_count: 'whole',
        created_at: 'time',
        is_suspicious: 'flag',
      },
      'suspiciousIPs[]': {
        ip_address: 'text',
        registration_count: 'whole',
        first_registration: 'time?',
        last_registration: 'time?',
        is_blocked: 'flag',
      },
      'suspiciousDevices[]': {
        device_fingerprint: 'text',
        registration_count: 'whole',
        first_registration: 'time?',
        is_blocked: 'flag',
      },
      stats: { total_users: 'whole', suspicious_users: 'whole', suspicious_ips: 'whole', suspicious_devices: 'whole' },
      pagination: { ...pages, user_total_pages: 'whole', ip_total_pages: 'whole', device_total_pages: 'whole' },
    },
  },
  ...(
    [
      { action: 'flag_user', user_id: 2 },
      { action: 'unflag_user', user_id: 2 },
      { action: 'bulk_flag_users', user_ids: [2, 3] },
      { action: 'bulk_unflag_users', user_ids: [2, 3] },
      { action: 'block_ip', ip_address: '198.51.100.9' },
      { action: 'unblock_ip', ip_address: '198.51.100.9' },
      { action: 'block_device', device_fingerprint: 'another-device' },
      { action: 'unblock_device', device_fingerprint: 'another-device' },
    ] satisfies FraudAction[]
  ).map((body) => ({
    call: `POST /api/admin/fraud-detection.php ${body.action}`,
    send: () => form(body),
    fields: { '': said },
  })),
];

const { app, admin: adminDescription } = descriptions();

describe.each([
  ['user', userRows, app],
  ['admin', [...adminRows, ...fraudRows], adminDescription],
] as const)('replies to the %s', (_, rows, description) => {
  const shapes = new Shapes(description);

  test.each(rows)('$call', async ({ call, send, fields }) => {
    const { data, error, response } = await send();
    expect([response.status, error]).toEqual([200, undefined]);
    expect(data).toHaveProperty('success', true);
    expect(Object.entries(fields).flatMap(([place, of]) => fieldFaults(data, place, of))).toEqual([]);
    const [method = '', path = ''] = call.split(' ');
    expect(shapes.replyFaults(method, path, 200, data)).toEqual([]);
  });

  test('are all written out here', () => {
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const written = rows.map(({ call }) => call.split(' ').slice(0, 2).join(' '));
    expect([...new Set(written)].sort()).toEqual(described.sort());
  });
});

test('a field that is missing, of another type, or never there is found out', () => {
  const rows = { rows: [{ id: 1, at: '2026-01-15T09:30:00.000Z', code: null }] };
  expect(fieldFaults(rows, 'rows[]', { id: 'whole', at: 'time' })).toEqual([]);
  expect(fieldFaults(rows, 'rows[]', { name: 'text' })).toEqual(['rows[] name: undefined is no text']);
  expect(fieldFaults(rows, 'rows[]', { id: 'text' })).toEqual(['rows[] id: 1 is no text']);
  expect(fieldFaults(rows, 'rows[]', { code: 'text?' })).toEqual(['rows[] code is null in every row']);
  expect(fieldFaults({ rows: [] }, 'rows[]', { id: 'whole' })).toEqual(['rows[] has no rows']);
});
