import { z } from 'zod';
import { id, wholeNumber } from './text.ts';

/** Lists that can be downloaded as CSV. */

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
] as const;
export type ExportedListName = (typeof exportedLists)[number];

/** What is noted in the audit log before a list is downloaded. */
export const exportInput = z.object({
  list: z.enum(exportedLists),
  filters: z.record(z.string().max(40), z.string().max(400)),
  /** Rows that may hold a voucher code in the clear, where the file is to hold them. */
  codes: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
});
export type ExportInput = z.output<typeof exportInput>;

/** Rows that a file reads at once: planning a statement for them is then a small part of what they cost. */
export const MAX_BATCH = 5000;

/** Where a file goes on: the time of its last row, as the database writes it, to the microsecond, and the row's id. */
const fileCursor = z.object({
  time: z.string().regex(/^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/, 'must be a time'),
  id,
});
export type FileCursor = z.output<typeof fileCursor>;

/**
 * What the batches of a file take beside the list's filters. `after`: the `next` of the batch before. A file is read by
 * the place in an order that no row ever changes: what arrives meanwhile neither moves a row into the next batch a
 * second time nor past it, and a batch costs the same wherever it stands.
 */
export const fileBatchInput = { after: fileCursor.optional(), limit: wholeNumber(1, MAX_BATCH).default(MAX_BATCH) };
export type FileBatchInput = { after?: FileCursor | undefined; limit: number };

/** Some rows of a file, and where the rest begins; no `next` at its end. */
export interface FileBatch<Row> {
  rows: Row[];
  next: FileCursor | undefined;
}

/** Lists whose rows may hold a voucher code. */
export const listsWithCodes: ReadonlySet<ExportedListName> = new Set(['vouchers', 'conversions', 'offer-clicks']);

/** May so many codes leave in a file? Asked before the file, where a question can still be answered. */
export const exportCheckInput = exportInput.omit({ filters: true });
