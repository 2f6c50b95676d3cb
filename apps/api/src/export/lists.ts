import type { exportedLists as names } from '@inaam/contracts/admins';
import { classify } from '@inaam/contracts/fraud';
import { type AdminCaller, unread } from '../rest/endpoint.ts';
import type { Cell } from './csv.ts';

/** One page of a list as its file shows it. `id` recognises rows that a page shift brings twice. */
export interface ExportPage {
  total: number;
  rows: { id: number; cells: Cell[] }[];
}

export interface ExportedList {
  columns: string[];
  page(admin: AdminCaller, filters: object): Promise<ExportPage>;
}

/** The lists that can leave as files: the list's own procedure, so its own filters and permission. */
export const exportedLists: Record<(typeof names)[number], ExportedList> = {
  offers: {
    columns: [
      'offer_id',
      'external_offer_id',
      'title',
      'category',
      'model',
      'targeting',
      'is_active',
      'reward_amount (INR)',
      'spinner_config',
      'total_completions',
      'spins_used',
      'total_revenue (INR)',
      'created_at (UTC)',
    ],
    async page(admin, filters) {
      const { offers, pagination } = await unread(admin.offers.list)(filters);
      const rows = offers.map((o) => ({
        id: o.offer_id,
        cells: [
          o.offer_id,
          o.external_offer_id,
          o.title,
          o.category,
          o.model,
          o.targeting,
          o.is_active,
          o.reward_amount,
          o.spinner_config,
          o.total_completions,
          o.spins_used,
          o.total_revenue,
          o.created_at,
        ],
      }));
      return { total: pagination.total, rows };
    },
  },
  users: {
    columns: [
      'user_id',
      'first_name',
      'last_name',
      'email',
      'registration_date (UTC)',
      'last_activity (UTC)',
      'total_completions',
      'spins_used',
      'total_vouchers_won',
      'total_revenue_generated (INR)',
      'is_suspicious',
    ],
    async page(admin, filters) {
      const { users, pagination } = await unread(admin.users.list)(filters);
      const rows = users.map((u) => ({
        id: u.user_id,
        cells: [
          u.user_id,
          u.first_name,
          u.last_name,
          u.email,
          u.registration_date,
          u.last_activity,
          u.total_completions,
          u.spins_used,
          u.total_vouchers_won,
          u.total_revenue_generated,
          u.is_suspicious,
        ],
      }));
      return { total: pagination.total, rows };
    },
  },
  vouchers: {
    columns: [
      'voucher_id',
      'voucher_code',
      'voucher_type',
      'voucher_brand',
      'voucher_amount (INR)',
      'status',
      'expiry_date',
      'assigned_to_email',
      'assigned_at (UTC)',
      'created_at (UTC)',
    ],
    async page(admin, filters) {
      const { vouchers, pagination } = await unread(admin.vouchers.list)(filters);
      const rows = vouchers.map((v) => ({
        id: v.voucher_id,
        cells: [
          v.voucher_id,
          v.voucher_code,
          v.voucher_type,
          v.voucher_brand,
          v.voucher_amount,
          v.status,
          v.expiry_date,
          v.assigned_to_email,
          v.assigned_at,
          v.created_at,
        ],
      }));
      return { total: pagination.total, rows };
    },
  },
  conversions: {
    columns: [
      'completion_id',
      'completed_at (UTC)',
      'email',
      'title',
      'payout_amount (INR)',
      'reversed',
      'pending',
      'spinner_used',
      'voucher_won',
      'owed',
      'voucher_amount (INR)',
      'voucher_brand',
      'voucher_code',
    ],
    async page(admin, filters) {
      const { conversions, pagination } = await unread(admin.completions.list)(filters);
      const rows = conversions.map((c) => ({
        id: c.completion_id,
        cells: [
          c.completion_id,
          c.completed_at,
          c.email,
          c.title,
          c.payout_amount,
          c.reversed,
          c.pending,
          c.spinner_used,
          c.voucher_won,
          c.owed,
          c.voucher_amount,
          c.voucher_brand,
          c.voucher_code,
        ],
      }));
      return { total: pagination.total, rows };
    },
  },
  'offer-clicks': {
    columns: [
      'completion_id',
      'completed_at (UTC)',
      'first_name',
      'last_name',
      'email',
      'google',
      'title',
      'external_offer_id',
      'category',
      'click_id',
      'payout_amount (INR)',
      'reversed',
      'spinner_used',
      'owed',
      'voucher_amount (INR)',
      'voucher_brand',
      'voucher_code',
    ],
    async page(admin, filters) {
      const { clicks, pagination } = await unread(admin.clicks.list)(filters);
      const rows = clicks.map((c) => ({
        id: c.completion_id,
        cells: [
          c.completion_id,
          c.completed_at,
          c.first_name,
          c.last_name,
          c.email,
          c.firebase_uid !== null,
          c.title,
          c.external_offer_id,
          c.category,
          c.click_id,
          c.payout_amount,
          c.reversed,
          c.spinner_used,
          c.owed,
          c.voucher_amount,
          c.voucher_brand,
          c.voucher_code,
        ],
      }));
      return { total: pagination.total, rows };
    },
  },
  fraud: {
    columns: [
      'user_id',
      'first_name',
      'last_name',
      'email',
      'registration_ip',
      'ip_count',
      'device_fingerprint',
      'device_count',
      'created_at (UTC)',
      'status',
    ],
    async page(admin, filters) {
      const { recentRegistrations, pagination } = await unread(admin.fraud.list)(filters);
      const rows = recentRegistrations.map((u) => ({
        id: u.user_id,
        cells: [
          u.user_id,
          u.first_name,
          u.last_name,
          u.email,
          u.registration_ip,
          u.ip_count,
          u.device_fingerprint,
          u.device_count,
          u.created_at,
          classify(u),
        ],
      }));
      return { total: pagination.total, rows };
    },
  },
  // Goes to the partner network as it is: of the person it has the address of the click alone.
  cases: {
    columns: [
      'case_id',
      'opened_at (UTC)',
      'status',
      'network',
      'external_offer_id',
      'title',
      'click_id',
      'clicked_at (UTC)',
      'click_ip',
      'transaction_ids',
      'postbacks',
      'closed_at (UTC)',
    ],
    async page(admin, filters) {
      const { cases, pagination } = await unread(admin.cases.list)(filters);
      const rows = cases.map((c) => ({
        id: c.case_id,
        cells: [
          c.case_id,
          c.opened_at,
          c.status,
          c.network,
          c.external_offer_id,
          c.title,
          c.click_id,
          c.clicked_at,
          c.click_ip,
          [...new Set(c.calls.flatMap((call) => call.transaction_id ?? []))].join(' '),
          c.calls
            .map((call) => `${call.received_at} ${call.outcome ?? 'unjudged'}${call.reason ? `: ${call.reason}` : ''}`)
            .join('; ') || 'none received',
          c.closed_at,
        ],
      }));
      return { total: pagination.total, rows };
    },
  },
  audit: {
    columns: ['id', 'at (UTC)', 'actor_kind', 'actor_name', 'ip', 'action', 'subject', 'before', 'after', 'note'],
    async page(admin, filters) {
      const { entries, pagination } = await unread(admin.audit.list)(filters);
      const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
      const rows = entries.map((e) => ({
        id: e.id,
        cells: [
          e.id,
          e.at,
          e.actor_kind,
          e.actor_name,
          e.ip,
          e.action,
          e.subject,
          json(e.before),
          json(e.after),
          e.note,
        ],
      }));
      return { total: pagination.total, rows };
    },
  },
};
