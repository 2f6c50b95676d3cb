import type { CaseRow } from '@inaam/contracts/cases/cases';
import type { exportedLists as names } from '@inaam/contracts/common/exports';
import { classify } from '@inaam/contracts/fraud/fraud';
import { type ExportedList, inr, listOf, utc } from './list.ts';

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** The lists that can leave as files, column by column. */
export const exportedLists: Record<(typeof names)[number], ExportedList> = {
  offers: listOf(
    (admin) => admin.offers.list,
    ({ offers }) => offers,
    (offer) => offer.offer_id,
    [
      'offer_id',
      'external_offer_id',
      'title',
      'category',
      'model',
      'targeting',
      'is_active',
      inr('reward_amount'),
      'spinner_config',
      'total_completions',
      'spins_used',
      inr('total_revenue'),
      utc('created_at'),
    ],
  ),
  users: listOf(
    (admin) => admin.users.list,
    ({ users }) => users,
    (user) => user.user_id,
    [
      'user_id',
      'first_name',
      'last_name',
      'email',
      utc('registration_date'),
      utc('last_activity'),
      'total_completions',
      'spins_used',
      'total_vouchers_won',
      inr('total_revenue_generated'),
      'is_suspicious',
    ],
  ),
  vouchers: listOf(
    (admin) => admin.vouchers.list,
    ({ vouchers }) => vouchers,
    (voucher) => voucher.voucher_id,
    [
      'voucher_id',
      'voucher_code',
      'voucher_type',
      'voucher_brand',
      inr('voucher_amount'),
      'status',
      'expiry_date',
      'assigned_to_email',
      utc('assigned_at'),
      utc('created_at'),
    ],
  ),
  conversions: listOf(
    (admin) => admin.completions.list,
    ({ conversions }) => conversions,
    (conversion) => conversion.completion_id,
    [
      'completion_id',
      utc('completed_at'),
      'email',
      'title',
      inr('payout_amount'),
      'reversed',
      'pending',
      'spinner_used',
      'voucher_won',
      'owed',
      inr('voucher_amount'),
      'voucher_brand',
      'voucher_code',
    ],
  ),
  'offer-clicks': listOf(
    (admin) => admin.clicks.list,
    ({ clicks }) => clicks,
    (click) => click.completion_id,
    [
      'completion_id',
      utc('completed_at'),
      'first_name',
      'last_name',
      'email',
      ['google', (click) => click.firebase_uid !== null],
      'title',
      'external_offer_id',
      'category',
      'click_id',
      inr('payout_amount'),
      'reversed',
      'spinner_used',
      'owed',
      inr('voucher_amount'),
      'voucher_brand',
      'voucher_code',
    ],
  ),
  fraud: listOf(
    (admin) => admin.fraud.list,
    ({ recentRegistrations }) => recentRegistrations,
    (user) => user.user_id,
    [
      'user_id',
      'first_name',
      'last_name',
      'email',
      'registration_ip',
      'ip_count',
      'device_fingerprint',
      'device_count',
      utc('created_at'),
      ['status', (user) => classify(user)],
    ],
  ),
  // Goes to the partner network as it is: of the person it has the address of the click alone.
  cases: listOf(
    (admin) => admin.cases.list,
    ({ cases }) => cases,
    (each) => each.case_id,
    [
      'case_id',
      utc('opened_at'),
      'status',
      'network',
      'external_offer_id',
      'title',
      'click_id',
      utc('clicked_at'),
      'click_ip',
      ['transaction_ids', transactionIdsOf],
      ['postbacks', storyOf],
      utc('closed_at'),
    ],
  ),
  audit: listOf(
    (admin) => admin.audit.list,
    ({ entries }) => entries,
    (entry) => entry.id,
    [
      'id',
      utc('at'),
      'actor_kind',
      'actor_name',
      'ip',
      'action',
      'subject',
      ['before', ({ before }) => json(before)],
      ['after', ({ after }) => json(after)],
      'note',
    ],
  ),
};

function transactionIdsOf({ calls }: CaseRow): string {
  return [...new Set(calls.flatMap(({ transaction_id }) => transaction_id ?? []))].join(' ');
}

/** What the network told of the click, oldest first as the case has it. */
function storyOf({ calls }: CaseRow): string {
  const told = calls.map(
    ({ received_at, outcome, reason }) => `${received_at} ${outcome ?? 'unjudged'}${reason ? `: ${reason}` : ''}`,
  );
  return told.join('; ') || 'none received';
}
