import type { UserProfile } from '@inaam/contracts/identity/user-profile';
import type { AdminUser } from '@inaam/contracts/identity/users';

export const aUser = (changed: Partial<AdminUser> = {}): AdminUser => ({
  user_id: 7,
  first_name: 'Asha',
  last_name: 'Rao',
  email: 'asha@example.com',
  registration_date: '2026-06-01T06:30:00.000Z',
  last_activity: '2026-07-19T06:30:00.000Z',
  total_completions: 12,
  spins_used: 9,
  total_vouchers_won: 2,
  total_revenue_generated: 1234,
  is_suspicious: false,
  ...changed,
});

export const aSession: UserProfile['sessions'][number] = {
  session_id: 's-1',
  created_at: '2026-07-19T06:30:00.000Z',
  expires_at: '2026-08-19T06:30:00.000Z',
  signed_in_by_provider: true,
  ip: '203.0.113.9',
  device: 'abc',
  user_agent: 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile',
};

export const aVoucher: UserProfile['vouchers'][number] = {
  voucher_id: 31,
  completion_id: 41,
  voucher_code: '••••B715',
  voucher_pin: null,
  voucher_brand: 'Amazon',
  voucher_amount: 10,
  status: 'assigned',
  expiry_date: '2027-03-31',
  assigned_at: '2026-07-19T06:30:00.000Z',
  withdrawn_at: null,
  withdrawn_reason: null,
  notice: null,
  notice_seen_at: null,
};

/** The data of a user's page, with one entry in each list. */
export const aProfile = (changed: Partial<UserProfile> = {}): UserProfile => ({
  user: {
    ...aUser(),
    google: true,
    email_verified: true,
    voucher_value: 15,
    registration_ip: '203.0.113.9',
    ip_count: 4,
    registration_device: 'abc123',
    device_count: 1,
    suspended_at: null,
    suspended_note: null,
    legal_hold: null,
  },
  sessions: [aSession],
  completions: [
    {
      completion_id: 41,
      offer_id: 3,
      title: 'Grocery survey',
      category: 'Survey',
      completed_at: '2026-07-19T06:30:00.000Z',
      reward_type: 'voucher_10',
      voucher_code: '••••B715',
      voucher_pin: null,
      payout_amount: 40,
      source: 'network',
      status: 'approved',
      state: 'won',
    },
  ],
  vouchers: [aVoucher],
  owed: [],
  waiting_clicks: [
    {
      click_id: 'click-9',
      offer_id: 9,
      title: 'Chai quiz',
      created_at: '2026-07-19T06:30:00.000Z',
      ip: '203.0.113.9',
      default_payout: 40,
    },
  ],
  audit: [],
  ...changed,
});
