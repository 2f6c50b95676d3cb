import type { models } from './offers.ts';

/** The task of an offer without its own task, by model. */
export const defaultTasks = { CPR: 'Survey', CPA: 'Task', CPI: 'Install' } as const satisfies Record<
  (typeof models)[number],
  string
>;
