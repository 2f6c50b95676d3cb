import type { DifferenceKind, StatementColumn, statementZones } from '@inaam/contracts/networks/statements';
import type { Tone } from '@inaam/ui/badge';

export const differenceWords: Record<DifferenceKind, { label: string; tone: Tone; hint: string }> = {
  duplicate_line: { label: 'Duplicate line', tone: 'warn', hint: 'The file lists this transaction twice' },
  call_not_counted: { label: 'Call not counted', tone: 'bad', hint: 'They pay a call that was refused or parked' },
  unknown_click_or_offer: { label: 'Unknown click or offer', tone: 'warn', hint: 'We have no such click or offer' },
  missing_here: { label: 'Missing here', tone: 'bad', hint: 'They pay it, and no call of it arrived' },
  missing_there: { label: 'Missing there', tone: 'bad', hint: 'We counted it, and they do not list it' },
  other_currency: { label: 'Other currency', tone: 'warn', hint: 'Both sides have another currency' },
  other_status: { label: 'Other status', tone: 'bad', hint: 'One side has it as reversed or pending' },
  other_amount: { label: 'Other amount', tone: 'bad', hint: 'Both sides have another amount' },
  other_goal: { label: 'Other goal', tone: 'warn', hint: 'They pay it for another goal' },
  other_month: { label: 'Other month', tone: 'neutral', hint: 'By the other side’s clock it is in another month' },
};

export const columnWords: Record<StatementColumn, string> = {
  transaction: 'Transaction ID',
  goal: 'Goal',
  click: 'Click ID',
  offer: 'Offer ID',
  amount: 'Amount',
  currency: 'Currency',
  status: 'Status',
  day: 'Date',
};

export const zoneWords: Record<(typeof statementZones)[number], string> = {
  UTC: 'UTC',
  'Asia/Kolkata': 'India',
  'Europe/London': 'London',
  'Europe/Berlin': 'Berlin',
  'America/New_York': 'New York',
  'America/Los_Angeles': 'Los Angeles',
};

const monthFormat = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `October 2026` for `2026-10`. */
export const formatMonth = (month: string): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`));
