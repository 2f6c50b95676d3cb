import { z } from 'zod';
import { wholeNumber } from './text.ts';

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

/** Lists whose rows may hold a voucher code. */
export const listsWithCodes: ReadonlySet<ExportedListName> = new Set(['vouchers', 'conversions', 'offer-clicks']);

/** May so many codes leave in a file? Asked before the file, where a question can still be answered. */
export const exportCheckInput = exportInput.omit({ filters: true });
