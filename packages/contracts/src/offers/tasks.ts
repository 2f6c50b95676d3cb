import type { models } from './offers.ts';

/** The task of an offer that names none. */
export const defaultTasks = { CPR: 'Survey', CPA: 'Task', CPI: 'Install' } as const satisfies Record<
  (typeof models)[number],
  string
>;
