import { z } from 'zod';
import { id } from '../common/text.ts';
import { setupSteps } from '../networks/setup.ts';

/** An admin's own preferences, which apply on every device. */

const list = z.string().regex(/^[a-z-]{1,40}$/, 'must be the name of a list');
const column = z.string().regex(/^[A-Za-z_-]{1,40}$/, 'must be the name of a column');

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

export const preferences = z.object({
  /** By list: hidden columns. */
  hidden_columns: z.record(list, z.array(column).max(40)).default({}),
  /** By list: whether the figures above the list are collapsed. */
  folded_figures: z.record(list, z.boolean()).default({}),
  density: z.enum(densities).default('comfortable'),
  /** Whether the admin gets yesterday's figures and open tasks by mail each morning. */
  digest: z.boolean().default(false),
  /** Whether the admin has seen or declined the tour. */
  toured: z.boolean().default(false),
  /** By network id: the last open step of the network's set-up. */
  setup_steps: z.record(z.string().regex(/^\d{1,15}$/), z.enum(setupSteps)).default({}),
  /** Whether the admin has hidden the checklist of a new installation. */
  checklist_hidden: z.boolean().default(false),
});
export type Preferences = z.output<typeof preferences>;

/** Each request changes one preference, so that two tabs do not undo each other's changes. */
export const preferenceInput = z.discriminatedUnion('name', [
  z.object({ name: z.literal('hidden_columns'), list, value: z.array(column).max(40) }),
  z.object({ name: z.literal('folded_figures'), list, value: z.boolean() }),
  z.object({ name: z.literal('density'), value: z.enum(densities) }),
  z.object({ name: z.literal('digest'), value: z.boolean() }),
  z.object({ name: z.literal('toured'), value: z.boolean() }),
  z.object({ name: z.literal('setup_steps'), network_id: id, value: z.enum(setupSteps) }),
  z.object({ name: z.literal('checklist_hidden'), value: z.boolean() }),
]);
export type PreferenceInput = z.output<typeof preferenceInput>;
