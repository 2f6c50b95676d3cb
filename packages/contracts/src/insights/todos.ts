import { z } from 'zod';

/** What waits for somebody: the strip 'Needs you' on the admin's first page. Money in rupees. */

/**
 * The kinds, the most urgent first. A new one is a line here; the compiler then asks for how it is counted
 * (`core/insights/todos.ts`), for its words (`need-words.ts`), and for where it leads
 * (`apps/admin/src/features/overview/todo-links.ts`).
 */
export const todoKinds = [
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
export type TodoKind = (typeof todoKinds)[number];

/** One thing that waits. Nothing is listed whose count is 0. */
export const todo = z.object({
  kind: z.enum(todoKinds),
  count: z.number(),
  /** What it is worth, where that says something. */
  value: z.number().nullable().default(null),
  /** What it is about, where it is about one thing: a network's id and name; the amounts that run out. */
  subject: z.object({ id: z.number().nullable(), name: z.string() }).nullable().default(null),
});
export type Todo = z.output<typeof todo>;

export const todos = z.object({ todos: z.array(todo) });
export type Todos = z.output<typeof todos>;
