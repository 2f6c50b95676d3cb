import type { DifferenceKind, StatementColumn, statementZones } from '@inaam/contracts/networks/statements';
import type { Tone } from '@inaam/ui/badge';

export const differenceWords: Record<DifferenceKind, { label: string; tone: Tone; hint: string }> = {
  duplicate_line: { label: 'Duplicate line', tone: 'warn', hint: 'The file lists this transaction twice' },
  call_not_counted: {
    label: 'Postback not counted',
    tone: 'bad',
    hint: 'The network pays for a postback that was refused or parked',
  },
  unknown_click_or_offer: {
    label: 'Unknown click or offer',
    tone: 'warn',
    hint: 'The click or the offer is not in the ledger',
  },
  missing_here: {
    label: 'Missing in the ledger',
    tone: 'bad',
    hint: 'The network lists it, but no postback was received',
  },
  missing_there: {
    label: 'Missing in the statement',
    tone: 'bad',
    hint: 'The ledger counted it, but the statement does not list it',
  },
  other_currency: { label: 'Other currency', tone: 'warn', hint: 'The currencies differ' },
  other_status: {
    label: 'Other status',
    tone: 'bad',
    hint: 'The statuses differ',
  },
  other_amount: { label: 'Other amount', tone: 'bad', hint: 'The amounts differ' },
  other_goal: { label: 'Other goal', tone: 'warn', hint: 'The goals differ' },
  other_month: {
    label: 'Other month',
    tone: 'neutral',
    hint: 'In another month, because the time zones of file and ledger differ',
  },
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

/** `October 2026` for `2026-10`, or in short `Oct 2026`. */
export const formatMonth = (month: string, length: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat('en-IN', { month: length, year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
