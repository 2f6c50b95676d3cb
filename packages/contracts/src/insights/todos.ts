import { z } from 'zod';

/** Open tasks in the strip of the dashboard. Money in rupees. */

/**
 * The kinds, most urgent first. To add a kind, add a line here. The compiler then requires a count
 * (`packages/core/src/office/dashboard/todos.ts`), a text (`todo-texts.ts`) and a link
 * (`apps/admin/src/features/overview/todo-links.ts`) for this kind.
 */
export const todoKinds = [
  'approvals',
  'single_owner',
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
export type TodoKind = (typeof todoKinds)[number];

/** One open task. Kinds with a count of 0 are not listed. */
export const todo = z.object({
  kind: z.enum(todoKinds),
  count: z.number(),
  /** The value of the wins without a voucher, or of the expiring vouchers; null for other kinds. */
  value: z.number().nullable().default(null),
  /** A network's or webhook endpoint's id and name, or the amounts with low stock as the name; null for other kinds. */
  subject: z.object({ id: z.number().nullable(), name: z.string() }).nullable().default(null),
});
export type Todo = z.output<typeof todo>;

export const todos = z.object({ todos: z.array(todo) });
export type Todos = z.output<typeof todos>;
