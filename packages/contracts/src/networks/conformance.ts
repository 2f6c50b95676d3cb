import { z } from 'zod';

/** 'Test this network': its dialect and its habits, run against an admin's own settings. */

export const checkGroups = ['words', 'facts', 'signature', 'habits', 'limits', 'replies', 'setup'] as const;
export type CheckGroup = (typeof checkGroups)[number];

export const conformanceCheck = z.object({
  id: z.string(),
  group: z.enum(checkGroups),
  title: z.string(),
  /** `skipped`: it does not apply to this network, and counts for nothing. */
  verdict: z.enum(['passed', 'failed', 'skipped']),
  expected: z.string(),
  got: z.string(),
  /** What it counts for in the score. */
  weight: z.number(),
  /** The settings at fault, as inputs name them: `status_map`, `params.payout`. */
  settings: z.array(z.string()),
  /** What to do; null where there is nothing to do. */
  advice: z.string().nullable(),
});
export type ConformanceCheck = z.output<typeof conformanceCheck>;

export const conformanceReport = z.object({
  /** The network whose dialect was used; null where only its own settings describe it. */
  dialect: z.string().nullable(),
  checks: z.array(conformanceCheck),
});
export type ConformanceReport = z.output<typeof conformanceReport>;

export const conformanceRun = z.object({
  test_id: z.number(),
  network_id: z.number(),
  at: z.string(),
  /** The admin who ran it. */
  by: z.string().nullable(),
  /** 0 to 100: the share of what counts that passed, rounded down; 100 only where nothing failed. */
  score: z.number(),
  ...conformanceReport.shape,
});
export type ConformanceRun = z.output<typeof conformanceRun>;

/** Newest first. */
export const conformanceRuns = z.object({ runs: z.array(conformanceRun) });
export type ConformanceRuns = z.output<typeof conformanceRuns>;
