import { z } from 'zod';

/** 'Test this network': simulates the network's postbacks and checks them against an admin's settings. */

/**
 * `words`: how the contents of postbacks are read. `facts`: which data is recorded. `habits`: how networks and forgers
 * behave, for example repeats, bursts, a wrong order and wrong signatures.
 */
export const checkGroups = ['words', 'facts', 'signature', 'habits', 'limits', 'replies', 'setup'] as const;
export type CheckGroup = (typeof checkGroups)[number];

export const conformanceCheck = z.object({
  id: z.string(),
  group: z.enum(checkGroups),
  title: z.string(),
  /** `skipped`: not applicable to this network; not part of the score. */
  verdict: z.enum(['passed', 'failed', 'skipped']),
  expected: z.string(),
  got: z.string(),
  /** Weight in the score. */
  weight: z.number(),
  /** The settings at fault, by input name: `status_map`, `params.payout`. */
  settings: z.array(z.string()),
  /** What the admin should do; null if nothing. */
  advice: z.string().nullable(),
});
export type ConformanceCheck = z.output<typeof conformanceCheck>;

export const conformanceReport = z.object({
  /** The network from our presets that was simulated; null if the simulation used only the network's own settings. */
  dialect: z.string().nullable(),
  /**
   * Whether the tested settings can read and verify a real postback that was accepted. Only such a postback proves that
   * the secret is right.
   */
  has_real_call: z.boolean(),
  checks: z.array(conformanceCheck),
});
export type ConformanceReport = z.output<typeof conformanceReport>;

export const conformanceRun = z.object({
  test_id: z.number(),
  network_id: z.number(),
  at: z.string(),
  by: z.string().nullable(),
  /** 0 to 100: the weighted share of passed checks in percent, rounded down, so 100 means no failure. */
  score: z.number(),
  ...conformanceReport.shape,
});
export type ConformanceRun = z.output<typeof conformanceRun>;

/** Newest first. */
export const conformanceRuns = z.object({ runs: z.array(conformanceRun) });
export type ConformanceRuns = z.output<typeof conformanceRuns>;
