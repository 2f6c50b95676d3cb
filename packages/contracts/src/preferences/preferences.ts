import { z } from 'zod';

/** An admin's own preferences, on every device. */

const list = z.string().regex(/^[a-z-]{1,40}$/, 'must be the name of a list');
const column = z.string().regex(/^[A-Za-z_-]{1,40}$/, 'must be the name of a column');

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

export const preferences = z.object({
  /** By list: hidden columns. */
  hidden_columns: z.record(list, z.array(column).max(40)).default({}),
  density: z.enum(densities).default('comfortable'),
  /** Receives yesterday's figures and open tasks by mail each morning. */
  digest: z.boolean().default(false),
  /** Has seen or declined the tour. */
  toured: z.boolean().default(false),
});
export type Preferences = z.output<typeof preferences>;

/** One change per call, so that two tabs do not undo each other. */
export const preferenceInput = z.discriminatedUnion('name', [
  z.object({ name: z.literal('hidden_columns'), list, value: z.array(column).max(40) }),
  z.object({ name: z.literal('density'), value: z.enum(densities) }),
  z.object({ name: z.literal('digest'), value: z.boolean() }),
  z.object({ name: z.literal('toured'), value: z.boolean() }),
]);
export type PreferenceInput = z.output<typeof preferenceInput>;
