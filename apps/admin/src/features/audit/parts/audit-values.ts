import { formatExactRupees, formatRupees } from '@inaam/contracts/common/format';
import { formatDate, formatDateTime, formatDuration } from '@inaam/contracts/common/time';
import { settingLabels } from '@inaam/contracts/networks/setting-labels';
import { permilleToPercent } from '@inaam/contracts/offers/odds';
import { toLabel } from '../../../app/field-label.ts';
import { causeLabels, outcomeLabels } from '../../postbacks/parts/postback-outcome.tsx';

/** Leaves out `is_active`, because other records have a field of that name. */
const { is_active: _, ...networkLabels } = settingLabels;

/** Labels of the fields in the audit log, by their stored names. */
const fieldLabels: Record<string, string> = {
  ...networkLabels,
  click_id: 'Click ID',
  completion_id: 'Conversion',
  created: 'Codes added',
  dateRange: 'Date',
  ended: 'Sessions ended',
  external_offer_id: 'External offer ID',
  externalOfferId: 'External offer ID',
  filled: 'Owed wins filled',
  judged: 'Postbacks processed',
  changed: 'Postbacks changed',
  network_id: 'Network',
  networkId: 'Network',
  offer_id: 'Offer',
  overlap_hours: 'Overlap (hours)',
  prefix: 'First characters',
  provider: 'Google sign-in',
  replaced_by: 'Replaced by voucher',
  reward_amount: 'Reward amount',
  rewardPaise: 'Reward amount',
  skipped: 'Codes skipped',
  user_id: 'User',
};

/** The label of a stored field: from the table of labels, or derived from the field's identifier. */
export const getFieldLabel = (field: string): string =>
  (Object.hasOwn(fieldLabels, field) ? fieldLabels[field] : undefined) ?? toLabel(field);

/** Shows paise unless they are zero: otherwise a change of a few paise would read as "₹12 changed to ₹12". */
const rupees = (paise: number): string => (paise % 100 === 0 ? formatRupees : formatExactRupees)(paise / 100);

/** Whether a field is an amount in paise. The names of all such fields but `payout_ceiling` end in `paise`. */
const isPaise = (field: string): boolean => /paise$/i.test(field) || field === 'payout_ceiling';

/** Fields whose values are identifiers from a fixed list: `read_write` is shown as `Read write`. */
const wordFields = ['status', 'scope', 'source_mode', 'params_in'];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/**
 * Formats a value for people: money in rupees, times in India's time zone, booleans as yes or no, and deeply nested
 * values as JSON.
 */
export function formatValue(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(field, value);
  if (typeof value === 'string') return formatText(field, value);
  if (Array.isArray(value)) return formatList(field, value);
  if (!isRecord(value)) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return 'none';
  if (!entries.every(([, inner]) => isPlain(inner))) return JSON.stringify(value);
  return entries.map(([name, inner]) => `${name === '' ? 'any' : name}: ${formatValue('', inner)}`).join(', ');
}

function formatNumber(field: string, value: number): string {
  if (isPaise(field)) return rupees(value);
  if (field === 'reward_amount') return rupees(Math.round(value * 100));
  return field.endsWith('_seconds') ? formatDuration(value) : String(value);
}

function formatText(field: string, value: string): string {
  if (value === '') return 'empty';
  if (/(_at|At)$/.test(field) && !Number.isNaN(Date.parse(value))) return formatDateTime(value);
  if (field.endsWith('_date') && /^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value);
  if (field === 'outcome' && Object.hasOwn(outcomeLabels, value))
    return outcomeLabels[value as keyof typeof outcomeLabels].label;
  return wordFields.includes(field) ? value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ') : value;
}

function formatList(field: string, value: readonly unknown[]): string {
  if (value.length === 0) return 'none';
  if (value.every(isSlice)) {
    return value.map(({ amount, permille }) => `${rupees(amount * 100)} at ${permilleToPercent(permille)}%`).join(', ');
  }
  return value.every(isPlain) ? value.map((each) => formatValue(field, each)).join(', ') : JSON.stringify(value);
}

const isSlice = (value: unknown): value is { amount: number; permille: number } =>
  isRecord(value) && typeof value['amount'] === 'number' && typeof value['permille'] === 'number';

/** The note of an entry: a person's own words, or why a postback was processed again. */
export function formatNote({ action, note }: { action: string; note: string | null }): string | null {
  if (action !== 'postbacks.judge' || note === null || !Object.hasOwn(causeLabels, note)) return note;
  return causeLabels[note as keyof typeof causeLabels];
}
