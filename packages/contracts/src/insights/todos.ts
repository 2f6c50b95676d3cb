import { z } from 'zod';

/** Open tasks, which the dashboard shows in a strip. Money in rupees. */

/**
 * The kinds, most urgent first. To add a kind, add a line here. The compiler then asks for its count
 * (`core/insights/todos.ts`), its words (`todo-texts.ts`) and its link
 * (`apps/admin/src/features/overview/todo-links.ts`).
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
  /** Its value, where that is useful. */
  value: z.number().nullable().default(null),
  /** The single subject, if there is one: a network's id and name, or the amounts that run out. */
  subject: z.object({ id: z.number().nullable(), name: z.string() }).nullable().default(null),
});
export type Todo = z.output<typeof todo>;

export const todos = z.object({ todos: z.array(todo) });
export type Todos = z.output<typeof todos>;
