import { z } from 'zod';

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
] as const;
export type ExportedListName = (typeof exportedLists)[number];

/** What is noted in the audit log before a list is downloaded. */
export const exportInput = z.object({
  list: z.enum(exportedLists),
  filters: z.record(z.string().max(40), z.string().max(400)),
});
