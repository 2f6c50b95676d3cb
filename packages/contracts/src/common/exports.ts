import { z } from 'zod';
import { id, text, wholeNumber } from './text.ts';

/** Lists with a CSV download. */

export const exportedLists = [
  'offers',
  'users',
  'vouchers',
  'conversions',
  'offer-clicks',
  'fraud',
  'fraud-ips',
  'fraud-devices',
  'cases',
  'audit',
  'security-events',
  'draws',
  'statement-differences',
] as const;
export type ExportedListName = (typeof exportedLists)[number];

/** The download of a list. The audit log records it before the download starts. */
export const exportInput = z.object({
  list: z.enum(exportedLists),
  filters: z.record(z.string().max(40), z.string().max(400)),
  /** Why the admin downloads codes in clear text. */
  reason: text(500).optional(),
});
export type ExportInput = z.output<typeof exportInput>;

/** Maximum rows per batch. At this size, planning is a small part of the statement's cost. */
export const MAX_BATCH = 5000;

/** The position after the last row: its time in microseconds, as the database writes it, and its id. */
const fileCursor = z.object({
  time: z.string().regex(/^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/, 'must be a time'),
  id,
});
export type FileCursor = z.output<typeof fileCursor>;

/**
 * Batch inputs besides the list's filters. `after` is the `next` of the previous batch. A row never changes its
 * position, so new rows cause no duplicates or gaps. A batch at the end costs as much as a batch at the beginning.
 */
export const fileBatchInput = { after: fileCursor.optional(), limit: wholeNumber(1, MAX_BATCH).default(MAX_BATCH) };
export type FileBatchInput = { after?: FileCursor | undefined; limit: number };

/** A batch of rows; `next` is undefined at the end of the file. */
export interface FileBatch<Row> {
  rows: Row[];
  next: FileCursor | undefined;
}

/** Lists whose rows may hold a voucher code. */
export const listsWithCodes: ReadonlySet<ExportedListName> = new Set(['vouchers', 'conversions', 'offer-clicks']);
