import { z } from 'zod';
import { fileBatchInput } from '../common/exports.ts';
import { emailField, fieldMeta, fields, flag, integer, number, string, time } from '../common/fields.ts';
import { choice, pageInput, pagination, sortOrder } from '../common/lists.ts';
import { id } from '../common/text.ts';
import { completionStateNames } from '../completions/states.ts';
import { codeVisibility } from '../vouchers/bulk-and-check.ts';

/** Users as admins see them. Money in rupees. */

export const userDateRanges = [
  'all',
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'this_month',
  'last_month',
] as const;
/**
 * By completions: `high` 10 or more, `medium` 5 to 9, `low` 1 to 4. By activity: `recent_activity` within 7 days,
 * `inactive` none for 30 days.
 */
export const performanceFilters = [
  'all',
  'high',
  'medium',
  'low',
  'no_completions',
  'recent_activity',
  'inactive',
] as const;
/** By won vouchers. `multiple_vouchers`: two or more. `high_value_vouchers`: at least one voucher of ₹100 or more. */
export const userVoucherFilters = [
  'all',
  'has_vouchers',
  'no_vouchers',
  'multiple_vouchers',
  'high_value_vouchers',
] as const;

export const userListInput = z.object({
  ...pageInput(20),
  /** Filters by registration date. Days are in Indian time. */
  dateRange: choice(userDateRanges).meta(fields.dateRange),
  performanceFilter: choice(performanceFilters).meta(fieldMeta('Filters by completions or activity')),
  voucherFilter: choice(userVoucherFilters).meta(fields.voucherFilter),
  /** `created_at` means `registration_date`. */
  sortBy: z
    .enum([
      'registration_date',
      'created_at',
      'last_activity',
      'first_name',
      'email',
      'total_completions',
      'spins_used',
      'total_vouchers_won',
      'total_revenue_generated',
    ])
    .default('registration_date')
    .meta(fields.sortBy),
  sortOrder: sortOrder.default('desc'),
  /** Only for one user's detail, which the documented endpoint serves on the list's path. The list has no codes. */
  codes: codeVisibility,
});
export type UserListInput = z.output<typeof userListInput>;

/** The list's filters for its CSV export, which is ordered by registration time. */
export const userFileInput = userListInput
  .omit({ page: true, limit: true, total: true, codes: true })
  .extend({ ...fileBatchInput, sortBy: z.enum(['registration_date', 'created_at']).default('registration_date') });
export type UserFileInput = z.output<typeof userFileInput>;

export const adminUser = z.object({
  user_id: integer(fields.user_id),
  first_name: string(fields.first_name),
  last_name: string(fields.last_name),
  email: emailField(fields.email),
  registration_date: time(fieldMeta('When the account was made')),
  last_activity: time(fieldMeta('When the user was last seen')),
  total_completions: integer(fields.total_completions),
  spins_used: integer(fields.spins_used),
  total_vouchers_won: integer(fields.total_vouchers_won),
  total_revenue_generated: number(fieldMeta('Sum of payouts, in rupees', 310.25)),
  is_suspicious: flag(fields.is_suspicious),
});
export type AdminUser = z.infer<typeof adminUser>;
/** `pages` is `totalPages` under its documented name. */
export const adminUserList = z.object({
  users: z.array(adminUser),
  pagination: pagination.extend({ pages: integer(fieldMeta('Number of pages', 3)) }),
});
export type AdminUserList = z.infer<typeof adminUserList>;

export const userIdInput = z.object({ user_id: id });
export const userDetailInput = z.object({ user_id: id.meta(fields.user_id), codes: codeVisibility });

export const userDetailCompletion = z.object({
  completion_id: integer(fields.completion_id),
  title: string(fields.title),
  category: string(fields.category),
  completed_at: time(fields.completed_at),
  spinner_used: flag(fields.spinner_used),
  reward_type: string(fields.reward_type),
  voucher_code: string(fields.voucher_code).nullable(),
  voucher_pin: string(fields.voucher_pin).nullable(),
  state: z.enum(completionStateNames).meta(fields.state),
});
export type UserDetailCompletion = z.infer<typeof userDetailCompletion>;
export const userDetail = z.object({ user: adminUser, completions: z.array(userDetailCompletion) });
export type UserDetail = z.infer<typeof userDetail>;
