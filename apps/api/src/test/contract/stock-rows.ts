import type { AdminClient } from '@inaam/client/client';
import type { Fields } from './fields.ts';
import { done, doneWithMessage, pages, type Row, spinFields } from './row.ts';

const counts: Fields = { available: 'whole', assigned: 'whole', used: 'whole', expired: 'whole' };
const voucherIds = async (admin: AdminClient): Promise<number[]> => {
  const { data } = await admin.GET('/api/admin/vouchers.php', { params: { query: { status: 'available' } } });
  return (data?.vouchers ?? []).map(({ voucher_id }) => voucher_id);
};

export const stockRows: Row[] = [
  {
    call: 'GET /api/admin/vouchers.php',
    send: ({ admin }) => admin.GET('/api/admin/vouchers.php'),
    fields: {
      '': done,
      'vouchers[]': {
        voucher_id: 'whole',
        voucher_code: 'text',
        voucher_pin: 'text?',
        voucher_type: 'text',
        voucher_brand: 'text',
        voucher_amount: 'number',
        voucher_description: 'text?',
        voucher_terms: 'text?',
        expiry_date: 'day',
        status: 'text',
        assigned_to_user_id: 'whole?',
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
    send: ({ admin }) => admin.POST('/api/admin/vouchers.php', { body: { voucher_type: 'zomato', quantity: 2 } }),
    fields: { '': { ...doneWithMessage, created: 'whole', skipped: 'whole' } },
  },
  {
    call: 'PUT /api/admin/vouchers.php',
    send: async ({ admin }) =>
      admin.PUT('/api/admin/vouchers.php', {
        body: { voucher_id: (await voucherIds(admin))[0] ?? 0, status: 'expired' },
      }),
    fields: { '': doneWithMessage },
  },
  {
    call: 'DELETE /api/admin/vouchers.php',
    send: async ({ admin }) =>
      admin.DELETE('/api/admin/vouchers.php', { params: { query: { voucher_id: (await voucherIds(admin))[0] ?? 0 } } }),
    fields: { '': doneWithMessage },
  },
  {
    call: 'GET /api/admin/conversions.php',
    send: ({ admin }) => admin.GET('/api/admin/conversions.php'),
    fields: {
      '': done,
      'conversions[]': {
        user_id: 'whole',
        email: 'text',
        title: 'text',
        voucher_won: 'flag',
        voucher_code: 'text?',
        voucher_pin: 'text?',
        spinner_used: 'flag',
        ...spinFields,
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
    send: ({ admin }) => admin.GET('/api/admin/offer-clicks.php'),
    fields: {
      '': done,
      'clicks[]': {
        completion_id: 'whole?',
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
        voucher_pin: 'text?',
        ...spinFields,
        completed_at: 'time?',
        payout_amount: 'number?',
        clicked_at: 'time',
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
