import type { CaseRow } from '@inaam/contracts/cases/cases';
import type { ExportedListName } from '@inaam/contracts/common/exports';
import { formatIstInstant } from '@inaam/contracts/common/time';
import type { Conversion } from '@inaam/contracts/completions/conversions';
import { completionStates } from '@inaam/contracts/completions/states';
import { classify } from '@inaam/contracts/fraud/fraud';
import type { AdminOffer } from '@inaam/contracts/offers/offers';
import { defineExport, type ExportedList } from './list.ts';

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** Formats the payments of a completion after the first one: `level_5: 3 INR; purchase: 12.5 INR (reversed)`. */
const formatGoals = ({ goals }: Pick<Conversion, 'goals'>) =>
  goals
    .map(({ goal_id, amount, status }) => {
      const note = status === 'approved' ? '' : ` (${status})`;
      return `${goal_id || 'further transaction'}: ${amount} INR${note}`;
    })
    .join('; ') || null;

/** Formats each goal of an offer with its payout: `install: 5 INR; buy: 40 INR (spin)`. */
const formatOfferGoals = ({ offer_goals }: Pick<AdminOffer, 'offer_goals'>) =>
  offer_goals
    .map(({ goal_id, payout_amount, gives_spin }) =>
      [
        `${goal_id || 'unnamed goal'}:`,
        payout_amount === null ? 'payout from postback' : `${payout_amount} INR`,
        gives_spin && '(spin)',
      ]
        .filter(Boolean)
        .join(' '),
    )
    .join('; ') || null;

const formatQuotas = ({ country_quotas }: Pick<AdminOffer, 'country_quotas'>) =>
  country_quotas.map(({ country, daily_cap }) => `${country}: ${daily_cap}`).join('; ') || null;

/** Reasons to omit a field. */
const LONG_TEXT = 'text with many lines';
const SETTING = 'a setting, not a figure';
const COMPUTED = 'computed from other columns';
const INTERNAL_ID = 'internal id, useless to the reader of the file';
const CURRENT_STATE = 'current state, which is outdated when the file is read';
const PERSONAL = 'identifies the person';

export const exportedLists: Record<ExportedListName, ExportedList> = {
  offers: defineExport(
    (admin) => admin.offers.list,
    ({ offers }) => offers,
    (offer) => offer.offer_id,
    {
      offer_id: 'plain',
      external_offer_id: 'plain',
      title: 'plain',
      category: 'plain',
      model: 'plain',
      targeting: 'plain',
      is_active: 'plain',
      reward_amount: 'INR',
      spinner_config: 'plain',
      daily_cap: 'plain',
      starts_on: 'plain',
      ends_on: 'plain',
      offer_goals: { computed: { offer_goals: formatOfferGoals } },
      goals_in_order: 'plain',
      country_quotas: { computed: { country_quotas: formatQuotas } },
      total_completions: 'plain',
      spins_used: 'plain',
      total_revenue: 'INR',
      created_at: 'IST',
      archived_at: 'IST',
      description: { omitted: LONG_TEXT },
      task: 'plain',
      title_hi: { omitted: 'the file has the English title' },
      description_hi: { omitted: LONG_TEXT },
      task_hi: { omitted: 'the file has the English task' },
      offer_url: { omitted: SETTING },
      preview_url: { omitted: SETTING },
      picture_url: { omitted: SETTING },
      picture: { omitted: SETTING },
      picture_problem: { omitted: CURRENT_STATE },
      steps: { omitted: LONG_TEXT },
      steps_hi: { omitted: LONG_TEXT },
      network_id: { omitted: INTERNAL_ID },
      network: { omitted: 'the file is about earnings; networks have their own page' },
      version: { omitted: CURRENT_STATE },
      unique_users: { omitted: 'equals total_completions, because a user completes an offer once' },
      avg_payout: { omitted: COMPUTED },
      daily_avg_completions: { omitted: COMPUTED },
    },
  ),
  users: defineExport(
    (admin) => admin.users.list,
    ({ users }) => users,
    (user) => user.user_id,
    {
      user_id: 'plain',
      first_name: 'plain',
      last_name: 'plain',
      email: 'plain',
      registration_date: 'IST',
      last_activity: 'IST',
      total_completions: 'plain',
      spins_used: 'plain',
      total_vouchers_won: 'plain',
      total_revenue_generated: 'INR',
      is_suspicious: 'plain',
    },
    {
      personal: ['first_name', 'last_name', 'email'],
      byCursor: { sorts: ['registration_date', 'created_at'], read: (admin) => admin.users.file },
    },
  ),
  vouchers: defineExport(
    (admin) => admin.vouchers.list,
    ({ vouchers }) => vouchers,
    (voucher) => voucher.voucher_id,
    {
      voucher_id: 'plain',
      voucher_code: 'plain',
      voucher_pin: 'plain',
      voucher_type: 'plain',
      voucher_brand: 'plain',
      voucher_amount: 'INR',
      status: 'plain',
      expiry_date: 'plain',
      assigned_to_email: 'plain',
      assigned_at: 'IST',
      created_at: 'IST',
      voucher_description: { omitted: LONG_TEXT },
      voucher_terms: { omitted: LONG_TEXT },
      assigned_to_user_id: { omitted: INTERNAL_ID },
    },
    { personal: ['assigned_to_email'], byCursor: { sorts: ['created_at'], read: (admin) => admin.vouchers.file } },
  ),
  conversions: defineExport(
    (admin) => admin.completions.list,
    ({ conversions }) => conversions,
    (conversion) => conversion.completion_id,
    {
      completion_id: 'plain',
      completed_at: 'IST',
      email: 'plain',
      title: 'plain',
      payout_amount: 'INR',
      revenue_amount: 'INR',
      goals: { computed: { goals: formatGoals } },
      reversed: 'plain',
      pending: 'plain',
      spinner_used: 'plain',
      voucher_won: 'plain',
      owed: 'plain',
      state: { computed: { state: ({ state }) => completionStates[state] } },
      voucher_amount: 'INR',
      voucher_brand: 'plain',
      voucher_code: 'plain',
      voucher_pin: 'plain',
      user_id: { omitted: INTERNAL_ID },
      offer_id: { omitted: INTERNAL_ID },
      external_offer_id: { omitted: 'offer-clicks has it' },
      held_until: { omitted: CURRENT_STATE },
    },
    { personal: ['email'], byCursor: { sorts: ['completed_at'], read: (admin) => admin.completions.file } },
  ),
  'offer-clicks': defineExport(
    (admin) => admin.clicks.list,
    ({ clicks }) => clicks,
    (click) => click.click_id,
    {
      completion_id: 'plain',
      clicked_at: 'IST',
      completed_at: 'IST',
      first_name: 'plain',
      last_name: 'plain',
      email: 'plain',
      firebase_uid: { computed: { google: (click) => click.firebase_uid !== null } },
      title: 'plain',
      external_offer_id: 'plain',
      category: 'plain',
      click_id: 'plain',
      payout_amount: 'INR',
      reversed: 'plain',
      spinner_used: 'plain',
      owed: 'plain',
      state: { computed: { state: ({ state }) => (state === null ? null : completionStates[state]) } },
      voucher_amount: 'INR',
      voucher_brand: 'plain',
      voucher_code: 'plain',
      voucher_pin: 'plain',
      offer_id: { omitted: INTERNAL_ID },
      user_id: { omitted: INTERNAL_ID },
      pending: { omitted: 'conversions has it' },
      held_until: { omitted: CURRENT_STATE },
    },
    {
      personal: ['first_name', 'last_name', 'email'],
      byCursor: { sorts: ['created_at'], read: (admin) => admin.clicks.file },
    },
  ),
  fraud: defineExport(
    (admin) => admin.fraud.list,
    ({ recentRegistrations }) => recentRegistrations,
    (user) => user.user_id,
    {
      user_id: 'plain',
      first_name: 'plain',
      last_name: 'plain',
      email: 'plain',
      registration_ip: 'plain',
      ip_count: 'plain',
      device_fingerprint: 'plain',
      device_count: 'plain',
      created_at: 'IST',
      is_suspicious: { computed: { status: classify } },
    },
    { personal: ['first_name', 'last_name', 'email', 'registration_ip', 'device_fingerprint'] },
  ),
  'fraud-ips': defineExport(
    (admin) => async (input: never) => {
      const { suspiciousIPs, pagination } = await admin.fraud.list(input);
      return { suspiciousIPs, pagination: { total: pagination.ip_total } };
    },
    ({ suspiciousIPs }) => suspiciousIPs,
    (ip) => ip.ip_address,
    {
      ip_address: 'plain',
      registration_count: 'plain',
      first_registration: 'IST',
      last_registration: 'IST',
      is_blocked: 'plain',
    },
    { personal: ['ip_address'] },
  ),
  'fraud-devices': defineExport(
    (admin) => async (input: never) => {
      const { suspiciousDevices, pagination } = await admin.fraud.list(input);
      return { suspiciousDevices, pagination: { total: pagination.device_total } };
    },
    ({ suspiciousDevices }) => suspiciousDevices,
    (device) => device.device_fingerprint,
    {
      device_fingerprint: 'plain',
      registration_count: 'plain',
      first_registration: 'IST',
      last_registration: 'IST',
      is_blocked: 'plain',
    },
    { personal: ['device_fingerprint'] },
  ),
  // This file is sent to the partner network unchanged. The click's IP address is its only personal data.
  cases: defineExport(
    (admin) => admin.cases.list,
    ({ cases }) => cases,
    (each) => each.case_id,
    {
      case_id: 'plain',
      opened_at: 'IST',
      status: 'plain',
      network: 'plain',
      external_offer_id: 'plain',
      title: 'plain',
      click_id: 'plain',
      clicked_at: 'IST',
      click_ip: 'plain',
      calls: { computed: { transaction_ids: joinTransactionIds, postbacks: formatPostbacks } },
      closed_at: 'IST',
      resolution: { omitted: 'written for the user' },
      user_id: { omitted: PERSONAL },
      email: { omitted: PERSONAL },
      offer_id: { omitted: INTERNAL_ID },
      network_id: { omitted: INTERNAL_ID },
    },
    { personal: ['click_ip'] },
  ),
  audit: defineExport(
    (admin) => admin.audit.list,
    ({ entries }) => entries,
    (entry) => entry.id,
    {
      id: 'plain',
      at: 'IST',
      actor_kind: 'plain',
      actor_name: 'plain',
      ip: 'plain',
      action: 'plain',
      subject: 'plain',
      before: { computed: { before: ({ before }) => json(before) } },
      after: { computed: { after: ({ after }) => json(after) } },
      note: 'plain',
      subject_name: { omitted: 'the current name of the subject, not the recorded one' },
    },
    { personal: ['actor_name', 'ip', 'subject', 'before', 'after', 'note'] },
  ),
  'security-events': defineExport(
    (admin) => admin.securityEvents.list,
    ({ events }) => events,
    (event) => event.id,
    {
      id: 'plain',
      at: 'IST',
      kind: 'plain',
      realm: 'plain',
      request_id: 'plain',
      actor_kind: 'plain',
      actor_id: 'plain',
      actor_name: 'plain',
      ip: 'plain',
      device: 'plain',
      detail: 'plain',
      count: 'plain',
    },
    { personal: ['actor_name', 'ip', 'device'] },
  ),
  draws: defineExport(
    (admin) => admin.completions.draws,
    ({ draws }) => draws,
    (draw) => draw.completion_id,
    {
      completion_id: 'plain',
      commitment: 'plain',
      client_seed_hash: 'plain',
      server_seed: 'plain',
      // JSON, because the user typed this text and verification needs it unchanged.
      client_seed: { computed: { 'client_seed (JSON)': ({ client_seed: text }) => json(text) } },
      share: 'plain',
      roll: 'plain',
      spinner_config: 'plain',
      amount: 'INR',
    },
  ),
  'statement-differences': defineExport(
    (admin) => admin.networks.statements.differences,
    ({ differences }) => differences,
    (difference) => difference.difference_id,
    {
      kind: 'plain',
      day: 'plain',
      line: 'plain',
      offer: 'plain',
      transaction_id: 'plain',
      click_id: 'plain',
      their_amount: 'plain',
      their_currency: 'plain',
      their_rupees: 'INR',
      their_status: 'plain',
      their_goal: 'plain',
      our_amount: 'plain',
      our_currency: 'plain',
      our_rupees: 'INR',
      our_status: 'plain',
      our_goal: 'plain',
      our_at: 'IST',
      reason: 'plain',
      accepted_at: 'IST',
      accepted_by: 'plain',
      accepted_reason: 'plain',
      completion_id: 'plain',
      difference_id: { omitted: INTERNAL_ID },
      offer_id: { omitted: INTERNAL_ID },
      postback_id: { omitted: INTERNAL_ID },
    },
  ),
};

function joinTransactionIds({ calls }: CaseRow): string {
  return [...new Set(calls.flatMap(({ transaction_id }) => transaction_id ?? []))].join(' ');
}

/** Formats the network's postbacks about the click, oldest first. */
function formatPostbacks({ calls }: CaseRow): string {
  const lines = calls.map(
    ({ received_at, outcome, reason }) =>
      `${formatIstInstant(received_at)} ${outcome ?? 'unjudged'}${reason ? `: ${reason}` : ''}`,
  );
  return lines.join('; ') || 'none received';
}
