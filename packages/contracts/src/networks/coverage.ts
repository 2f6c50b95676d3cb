import { isUnsigned, type Signing, templateOf } from './signing.ts';

/** What a network's signature covers: whatever it leaves out could be changed by anybody who saw one genuine call. */

/** The facts that decide who is paid how much. */
export const coverable = ['click', 'transaction', 'payout', 'status'] as const;
export type Coverable = (typeof coverable)[number];

/** `not_sent`: there is nothing that could be changed. */
export type Covered = 'covered' | 'open' | 'not_sent';
export type Coverage = Record<Coverable, Covered>;

/** Must the age of clicks and the payout be limited, because something that decides about money is not signed? */
export const needsLimits = (settings: Signed): boolean => Object.values(coverageOf(settings)).includes('open');

const DAY = 86_400;
/** What holds where limits are needed and none are set: an age in seconds, an amount in paise. */
export const FORCED_LIMITS = { click_window_seconds: 30 * DAY, payout_ceiling: 500_000 } as const;
