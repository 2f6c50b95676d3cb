import { PASSWORD } from '../support/people.ts';
import type { Fields } from './fields.ts';
import { done, doneWithMessage, pages, type Row, spinFields } from './row.ts';

const offer: Fields = {
  offer_id: 'whole',
  title: 'text',
  description: 'text',
  task: 'text?',
  title_hi: 'text?',
  description_hi: 'text?',
  task_hi: 'text?',
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
const newOffer = {
  title: 'A new offer',
  description: 'To be done.',
  offer_url: 'https://partner.example/new',
  preview_url: 'https://partner.example/new/preview',
  external_offer_id: 'new-1',
  task: 'Spend ₹299',
  title_hi: 'नया ऑफ़र',
  description_hi: 'पूरा करें',
  task_hi: '₹299 खर्च करें',
} as const;

export const adminRows: Row[] = [
  {
    call: 'POST /api/admin/login.php',
    send: ({ data, adminGuest }) =>
      adminGuest.POST('/api/admin/login.php', { body: { username: data.adminName, password: PASSWORD } }),
    fields: { '': { ...done, sessionId: 'text' }, admin: { username: 'text', email: 'text' } },
  },
  {
    call: 'POST /api/admin/logout.php',
    send: ({ adminGuest }) => adminGuest.POST('/api/admin/logout.php'),
    fields: { '': done },
  },
  {
    call: 'POST /api/admin/register.php',
    send: ({ admin }) =>
      admin.POST('/api/admin/register.php', {
        body: { username: 'meera', email: 'meera@example.com', password: PASSWORD },
      }),
    fields: { '': doneWithMessage },
  },
  {
    call: 'GET /api/admin/dashboard.php',
    send: ({ admin }) => admin.GET('/api/admin/dashboard.php'),
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
      'recentUsers[]': { user_id: 'whole', first_name: 'text', last_name: 'text', email: 'text', created_at: 'time' },
      'recentConversions[]': {
        completion_id: 'whole',
        user_id: 'whole',
        title: 'text',
        email: 'text',
        voucher_won: 'flag',
        ...spinFields,
      },
    },
  },
  {
    call: 'GET /api/admin/offers.php',
    send: ({ admin }) =>
      admin.GET('/api/admin/offers.php', {
        params: { query: { limit: 1000, status: 'all', sortBy: 'title', sortOrder: 'asc' } },
      }),
    fields: { '': done, 'offers[]': offer, pagination: pages },
  },
  {
    call: 'POST /api/admin/offers.php',
    send: ({ admin }) => admin.POST('/api/admin/offers.php', { body: newOffer }),
    fields: { '': doneWithMessage, offer },
  },
  {
    call: 'PUT /api/admin/offers.php',
    send: ({ data, admin }) =>
      admin.PUT('/api/admin/offers.php', { body: { offer_id: data.offers.untouched, title: 'Another title' } }),
    fields: { '': doneWithMessage, offer },
  },
  {
    call: 'DELETE /api/admin/offers.php',
    send: ({ data, admin }) =>
      admin.DELETE('/api/admin/offers.php', { params: { query: { offer_id: data.offers.untouched } } }),
    fields: { '': doneWithMessage },
  },
  {
    call: 'GET /api/admin/users.php',
    send: ({ admin }) => admin.GET('/api/admin/users.php'),
    fields: { '': done, 'users[]': adminUser, pagination: { ...pages, pages: 'whole' } },
  },
  {
    call: 'GET /api/admin/users.php with user_id',
    send: ({ data, admin }) => admin.GET('/api/admin/users.php', { params: { query: { user_id: data.userId } } }),
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
        voucher_pin: 'text?',
      },
    },
  },
];
