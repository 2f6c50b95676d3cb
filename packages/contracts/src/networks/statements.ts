import { z } from 'zod';
import { choice, type Pagination, pageInput } from '../common/lists.ts';
import { calendarDay, id, requiredText, text, wholeNumber } from '../common/text.ts';

/** Reconciliation: compares a network's monthly statement with the ledger. */

export const MAX_STATEMENT_LINES = 100_000;
/** Maximum lines per request of an upload. */
export const MAX_LINES_PER_CALL = 1000;

/** Time zones in which a network may count the days of its month. */
export const statementZones = [
  'UTC',
  'Asia/Kolkata',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
] as const;

/** The meaning of a column in a statement. */
export const statementColumns = [
  'transaction',
  'goal',
  'click',
  'offer',
  'amount',
  'currency',
  'status',
  'day',
] as const;
export type StatementColumn = (typeof statementColumns)[number];

/** How to read a network's files. The format is kept for the next upload. */
export const statementFormat = z.object({
  /** The heading of each column that is read. */
  columns: z.partialRecord(z.enum(statementColumns), requiredText(200)),
  dayOrder: z.enum(['day first', 'month first']),
  zone: z.enum(statementZones),
});
export type StatementFormat = z.output<typeof statementFormat>;

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month, YYYY-MM');

export const statementBeginInput = z.object({
  network_id: id,
  month,
  file_name: requiredText(200),
  format: statementFormat,
  lines: wholeNumber(1, MAX_STATEMENT_LINES),
});
export type StatementBegin = z.output<typeof statementBeginInput>;

/** A line as read from the file. */
export const statementLine = z
  .object({
    line: wholeNumber(1, 10_000_000),
    /** null if the line has no date. */
    day: calendarDay.nullable(),
    transaction_id: text(200),
    goal_id: text(200),
    click_id: text(200),
    offer: text(200),
    /** Millionths of the currency's unit, as digits. */
    micros: z.string().regex(/^\d{1,18}$/, 'must be an amount'),
    currency: z.string().regex(/^[A-Z]{3}$/, 'must be three letters'),
    status: z.enum(['approved', 'reversed']),
  })
  .refine(
    ({ transaction_id, click_id }) => transaction_id !== '' || click_id !== '',
    'has no transaction and no click',
  );
export type StatementLine = z.output<typeof statementLine>;

export const statementLinesInput = z.object({
  statement_id: id,
  lines: z.array(statementLine).min(1).max(MAX_LINES_PER_CALL),
});
export type StatementLines = z.output<typeof statementLinesInput>;

export const statementIdInput = z.object({ statement_id: id });
export const statementsInput = z.object({ network_id: id });

/** Kinds of difference, most important first. A line gets only the first kind that applies. */
export const differenceKinds = [
  'duplicate_line',
  'call_not_counted',
  'unknown_click_or_offer',
  'missing_here',
  'missing_there',
  'other_currency',
  'other_status',
  'other_amount',
  'other_goal',
  'other_month',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/**
 * Totals of the network's statement (`their_`) and of our ledger (`our_`), in millionths of one currency. `our_paise`
 * is our total in INR, as in the ledger.
 */
export interface StatementTotals {
  currency: string;
  their_count: number;
  their_micros: string;
  our_count: number;
  our_micros: string;
  our_paise: number;
}

export interface StatementSummary {
  statement_id: number;
  month: string;
  file_name: string;
  lines: number;
  uploaded_at: string;
  uploaded_by: string;
  compared_at: string;
  open: number;
  accepted: number;
  /** Amounts in the currency as exact text. Our amount is also in rupees. */
  totals: {
    currency: string;
    their_count: number;
    their_amount: string;
    our_count: number;
    our_amount: string;
    our_rupees: number;
  }[];
}

export interface StatementList {
  statements: StatementSummary[];
  /** The format of the last upload; null before the first upload. */
  format: StatementFormat | null;
}

export const differenceListInput = z.object({
  ...pageInput(50),
  statement_id: id,
  difference: choice(['all', ...differenceKinds]),
  state: choice(['open', 'accepted', 'all']),
  day: calendarDay.optional(),
});
export type DifferenceListInput = z.output<typeof differenceListInput>;

export interface Difference {
  difference_id: number;
  kind: DifferenceKind;
  /** The date in the file. If there is none, our completion's day in Indian time, or the first day of the month. */
  day: string;
  /** The line number in the file; null if only we have the completion. */
  line: number | null;
  offer: string;
  offer_id: number | null;
  transaction_id: string;
  click_id: string | null;
  /** The network's amount and ours, as exact text in `…_currency`; null if there is no such amount. */
  their_amount: string | null;
  their_currency: string | null;
  /** The network's amount in rupees; 0 if the network does not pay, null if there is no exchange rate. */
  their_rupees: number | null;
  their_status: 'approved' | 'reversed' | null;
  their_goal: string | null;
  our_amount: string | null;
  our_currency: string | null;
  /** The amount in the ledger; 0 if the completion is unconfirmed or reversed. */
  our_rupees: number | null;
  our_status: 'pending' | 'approved' | 'reversed' | null;
  our_goal: string | null;
  our_at: string | null;
  completion_id: number | null;
  postback_id: number | null;
  /** Why the postback was not counted. */
  reason: string | null;
  accepted_at: string | null;
  accepted_by: string | null;
  accepted_reason: string | null;
}

export interface DifferenceList {
  differences: Difference[];
  pagination: Pagination;
}

/** Open differences by day and offer, in rupees. */
export interface DifferenceGroups {
  groups: { day: string; offer: string; count: number; their_rupees: number; our_rupees: number }[];
}

export const acceptDifferencesInput = z.object({
  statement_id: id,
  difference_ids: z.array(id).min(1).max(200),
  reason: requiredText(500),
});
export type AcceptDifferences = z.output<typeof acceptDifferencesInput>;
