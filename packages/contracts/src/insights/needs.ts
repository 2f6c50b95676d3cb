import { z } from 'zod';

/** What waits for somebody: the strip 'Needs you' on the admin's first page. Money in rupees. */

/**
 * The kinds, the most urgent first. A new one is a line here; the compiler then asks for how it is counted
 * (`core/insights/needs.ts`), for its words (`need-words.ts`), and for where it leads
 * (`apps/admin/src/features/overview/need-words.ts`).
 */
export const needKinds = [
  'approvals',
  'owed_wins',
  'stock_out',
  'disabled_endpoint',
  'parking_network',
  'parked_postbacks',
  'refused_postbacks',
  'open_cases',
  'rings',
  'stock_short',
  'vouchers_expiring',
] as const;
export type NeedKind = (typeof needKinds)[number];

/** One thing that waits. Nothing is listed whose count is 0. */
export const need = z.object({
  kind: z.enum(needKinds),
  count: z.number(),
  /** What it is worth, where that says something. */
  value: z.number().nullable().default(null),
  /** What it is about, where it is about one thing: a network's id and name; the amounts that run out. */
  subject: z.object({ id: z.number().nullable(), name: z.string() }).nullable().default(null),
});
export type Need = z.output<typeof need>;

export const needs = z.object({ needs: z.array(need) });
export type Needs = z.output<typeof needs>;
