import type { AdminVoucher } from '@inaam/contracts/vouchers/vouchers';

export const anAdminVoucher = (changed: Partial<AdminVoucher> = {}): AdminVoucher => ({
  voucher_id: 31,
  voucher_code: '••••B715',
  voucher_pin: null,
  voucher_type: 'amazon',
  voucher_brand: 'Amazon',
  voucher_amount: 10,
  voucher_description: null,
  voucher_terms: null,
  expiry_date: '2099-12-31',
  status: 'available',
  assigned_to_user_id: null,
  assigned_to_email: null,
  assigned_at: null,
  created_at: '2026-07-19T06:30:00.000Z',
  ...changed,
});
