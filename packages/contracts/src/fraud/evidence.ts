import { z } from 'zod';

/** Evidence about a user, an IP address or a device. Times are ISO 8601, money in rupees. */

export const evidenceAccount = z.object({
  user_id: z.number(),
  name: z.string(),
  email: z.string(),
  created_at: z.string(),
  is_suspicious: z.boolean(),
  total_completions: z.number(),
  voucher_value: z.number(),
  /**
   * What links this account to the user in question: a shared IP address or device at registration or sign-in. Empty
   * for the user in question.
   */
  shares: z.array(z.enum(['ip', 'device', 'session_ip', 'session_device'])),
});
export type EvidenceAccount = z.infer<typeof evidenceAccount>;

export const timelineKinds = [
  'registered',
  'clicked',
  'completed',
  'reversed',
  'spun',
  'won',
  'flagged',
  'unflagged',
  'blocked',
  'unblocked',
] as const;

export const timelineEvent = z.object({
  at: z.string(),
  kind: z.enum(timelineKinds),
  user_id: z.number().nullable(),
  name: z.string().nullable(),
  /** The offer's title, the amount, or the admin's note. */
  text: z.string(),
  completion_id: z.number().nullable(),
});
export type TimelineEvent = z.infer<typeof timelineEvent>;

export const evidence = z.object({
  kind: z.enum(['user', 'ip', 'device']),
  key: z.string(),
  /** The person's name and e-mail address, the IP address, or the fingerprint. */
  title: z.string(),
  /** Flagged or blocked. */
  is_banned: z.boolean(),
  banned_at: z.string().nullable(),
  note: z.string().nullable(),
  /** Reasons such as '4 accounts on this device within 2 hours', strongest first. */
  reasons: z.array(z.object({ text: z.string(), weight: z.enum(['strong', 'weak']) })),
  /** Why the IP address, or one of the user's, looks shared by a mobile carrier; null if no IP address looks so. */
  shared: z.string().nullable(),
  /** Totals of all linked accounts, including the user. An IP address that looks shared links no accounts. */
  figures: z.object({
    accounts: z.number(),
    active_last_week: z.number(),
    flagged: z.number(),
    devices: z.number(),
    addresses: z.number(),
    user_agents: z.number(),
    completions: z.number(),
    revenue: z.number(),
    voucher_value: z.number(),
  }),
  /** The user in question first, then newest first; at most 200 of `figures.accounts`. */
  accounts: z.array(evidenceAccount),
  addresses: z.array(z.object({ ip_address: z.string(), accounts: z.number(), is_blocked: z.boolean() })),
  devices: z.array(z.object({ device_fingerprint: z.string(), accounts: z.number(), is_blocked: z.boolean() })),
  /** Newest first, at most 200. */
  timeline: z.array(timelineEvent),
});
export type Evidence = z.infer<typeof evidence>;
