import type { CaseRow } from '@inaam/contracts/cases/cases';
import type { ExportedListName } from '@inaam/contracts/common/exports';
import type { Conversion } from '@inaam/contracts/completions/conversions';
import { completionStates } from '@inaam/contracts/completions/states';
import { classify } from '@inaam/contracts/fraud/fraud';
import type { AdminOffer } from '@inaam/contracts/offers/offers';
import { defineExport, type ExportedList } from './list.ts';

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** Each goal with what it paid: `level_5: 3 INR; purchase: 12.5 INR (reversed)`. */
const goalsOf = ({ goals }: Pick<Conversion, 'goals'>) =>
  goals
    .map(({ goal_id, amount, status }) => `${goal_id}: ${amount} INR${status === 'approved' ? '' : ` (${status})`}`)
    .join('; ') || null;

/** Each goal of an offer with what it pays: `install: 5 INR; buy: 40 INR (spin)`. */
const offerGoals = ({ offer_goals }: Pick<AdminOffer, 'offer_goals'>) =>
  offer_goals
    .map(({ goal_id, payout_amount, gives_spin }) =>
      [
        `${goal_id || 'no goal named'}:`,
        payout_amount === null ? 'as said' : `${payout_amount} INR`,
        gives_spin && '(spin)',
      ]
        .filter(Boolean)
        .join(' '),
    )
    .join('; ') || null;

const quotasOf = ({ country_quotas }: Pick<AdminOffer, 'country_quotas'>) =>
  country_quotas.map(({ country, daily_cap }) => `${country}: ${daily_cap}`).join('; ') || null;

/** Why a file does without a field of its rows. */
const LONG_TEXT = 'a text of many lines';
const ADDRESS = 'a setting, not a figure';
const COMPUTED = 'follows from the other columns';
const OWN_ID = 'an id of ours, which the reader of the file cannot look up';
const OF_THE_MOMENT = 'is of the moment: the file is read later';
const PERSON = 'says who the person is';

/** The lists that can leave as files, column by column. */
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
      offer_goals: { made: { offer_goals: offerGoals } },
      goals_in_order: 'plain',
      country_quotas: { made: { country_quotas: quotasOf } },
      total_completions: 'plain',
      spins_used: 'plain',
      total_revenue: 'INR',
      created_at: 'UTC',
      archived_at: 'UTC',
      description: { leftOut: LONG_TEXT },
      offer_url: { leftOut: ADDRESS },
      preview_url: { leftOut: ADDRESS },
      picture_url: { leftOut: ADDRESS },
      picture: { leftOut: ADDRESS },
      picture_problem: { leftOut: OF_THE_MOMENT },
      steps: { leftOut: LONG_TEXT },
      network_id: { leftOut: OWN_ID },
      network: { leftOut: 'the file is about what the offer earned; the networks have a page of their own' },
      unique_users: { leftOut: 'a user completes an offer once: it is total_completions' },
      avg_payout: { leftOut: COMPUTED },
      daily_avg_completions: { leftOut: COMPUTED },
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
      registration_date: 'UTC',
      last_activity: 'UTC',
      total_completions: 'plain',
      spins_used: 'plain',
      total_vouchers_won: 'plain',
      total_revenue_generated: 'INR',
      is_suspicious: 'plain',
    },
    {
      personal: ['first_name', 'last_name', 'email'],
      byPlace: { sorts: ['registration_date', 'created_at'], read: (admin) => admin.users.file },
    },
  ),
  vouchers: defineExport(
    (admin) => admin.vouchers.list,
    ({ vouchers }) => vouchers,
    (voucher) => voucher.voucher_id,
    {
      voucher_id: 'plain',
      voucher_code: 'plain',
      voucher_type: 'plain',
      voucher_brand: 'plain',
      voucher_amount: 'INR',
      status: 'plain',
      expiry_date: 'plain',
      assigned_to_email: 'plain',
      assigned_at: 'UTC',
      created_at: 'UTC',
      voucher_description: { leftOut: LONG_TEXT },
      voucher_terms: { leftOut: LONG_TEXT },
    },
    { personal: ['assigned_to_email'], byPlace: { sorts: ['created_at'], read: (admin) => admin.vouchers.file } },
  ),
  conversions: defineExport(
    (admin) => admin.completions.list,
    ({ conversions }) => conversions,
    (conversion) => conversion.completion_id,
    {
      completion_id: 'plain',
      completed_at: 'UTC',
      email: 'plain',
      title: 'plain',
      payout_amount: 'INR',
      revenue_amount: 'INR',
      goals: { made: { goals: goalsOf } },
      reversed: 'plain',
      pending: 'plain',
      spinner_used: 'plain',
      voucher_won: 'plain',
      owed: 'plain',
      state: { made: { state: ({ state }) => completionStates[state] } },
      voucher_amount: 'INR',
      voucher_brand: 'plain',
      voucher_code: 'plain',
      offer_id: { leftOut: OWN_ID },
      external_offer_id: { leftOut: 'offer-clicks has it' },
      held_until: { leftOut: OF_THE_MOMENT },
    },
    { personal: ['email'], byPlace: { sorts: ['completed_at'], read: (admin) => admin.completions.file } },
  ),
  'offer-clicks': defineExport(
    (admin) => admin.clicks.list,
    ({ clicks }) => clicks,
    (click) => click.click_id,
    {
      completion_id: 'plain',
      clicked_at: 'UTC',
      completed_at: 'UTC',
      first_name: 'plain',
      last_name: 'plain',
      email: 'plain',
      firebase_uid: { made: { google: (click) => click.firebase_uid !== null } },
      title: 'plain',
      external_offer_id: 'plain',
      category: 'plain',
      click_id: 'plain',
      payout_amount: 'INR',
      reversed: 'plain',
      spinner_used: 'plain',
      owed: 'plain',
      state: { made: { state: ({ state }) => (state === null ? null : completionStates[state]) } },
      voucher_amount: 'INR',
      voucher_brand: 'plain',
      voucher_code: 'plain',
      offer_id: { leftOut: OWN_ID },
      user_id: { leftOut: OWN_ID },
      pending: { leftOut: 'conversions has it' },
      held_until: { leftOut: OF_THE_MOMENT },
    },
    {
      personal: ['first_name', 'last_name', 'email'],
      byPlace: { sorts: ['created_at'], read: (admin) => admin.clicks.file },
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
      created_at: 'UTC',
      is_suspicious: { made: { status: classify } },
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
      first_registration: 'UTC',
      last_registration: 'UTC',
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
      first_registration: 'UTC',
      last_registration: 'UTC',
      is_blocked: 'plain',
    },
    { personal: ['device_fingerprint'] },
  ),
  // Goes to the partner network as it is: of the person it has the address of the click alone.
  cases: defineExport(
    (admin) => admin.cases.list,
    ({ cases }) => cases,
    (each) => each.case_id,
    {
      case_id: 'plain',
      opened_at: 'UTC',
      status: 'plain',
      network: 'plain',
      external_offer_id: 'plain',
      title: 'plain',
      click_id: 'plain',
      clicked_at: 'UTC',
      click_ip: 'plain',
      calls: { made: { transaction_ids: transactionIdsOf, postbacks: storyOf } },
      closed_at: 'UTC',
      resolution: { leftOut: 'is written for the user' },
      user_id: { leftOut: PERSON },
      email: { leftOut: PERSON },
      offer_id: { leftOut: OWN_ID },
      network_id: { leftOut: OWN_ID },
    },
    { personal: ['click_ip'] },
  ),
  audit: defineExport(
    (admin) => admin.audit.list,
    ({ entries }) => entries,
    (entry) => entry.id,
    {
      id: 'plain',
      at: 'UTC',
      actor_kind: 'plain',
      actor_name: 'plain',
      ip: 'plain',
      action: 'plain',
      subject: 'plain',
      before: { made: { before: ({ before }) => json(before) } },
      after: { made: { after: ({ after }) => json(after) } },
      note: 'plain',
      about: { leftOut: 'is what the subject is called today, and not what was written down' },
    },
    { personal: ['actor_name', 'ip', 'subject', 'before', 'after', 'note'] },
  ),
  'security-events': defineExport(
    (admin) => admin.securityEvents.list,
    ({ events }) => events,
    (event) => event.id,
    {
      id: 'plain',
      at: 'UTC',
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
      // As JSON: a text of anybody's, which must come back to the letter.
      client_seed: { made: { 'client_seed (JSON)': ({ client_seed: text }) => json(text) } },
      share: 'plain',
      roll: 'plain',
      spinner_config: 'plain',
      amount: 'INR',
    },
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
