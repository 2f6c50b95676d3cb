import { z } from 'zod';
import { MAX_RUPEES } from '../common/money.ts';
import { id, text } from '../common/text.ts';

/** Pauses of parts of the app, and ceilings for the cost of spins. Postbacks are always accepted. */

export const pausableParts = ['spins', 'starts', 'sign_ups'] as const;
export type PausablePart = (typeof pausableParts)[number];

/** An hour is a clock hour in Indian time, and a day a calendar day in Indian time. */
export const spendPeriods = ['hour', 'day'] as const;
export type SpendPeriod = (typeof spendPeriods)[number];

/** Thirty days. */
export const MAX_PAUSE_MINUTES = 43_200;

export const pauseInput = z.object({
  part: z.enum(pausableParts),
  /** Null: until an owner ends the pause. */
  minutes: z.number().int().min(1).max(MAX_PAUSE_MINUTES).nullable().default(null),
  note: text(500).nullable().default(null),
});
export const resumeInput = z.object({ part: z.enum(pausableParts) });

/** The ceiling of one offer, or of all offers together. */
const ceilingKey = { offer_id: id.nullable(), period: z.enum(spendPeriods) };
export const setCeilingInput = z.object({
  ...ceilingKey,
  /** In rupees; null removes the ceiling. */
  rupees: z.number().int().min(1).max(MAX_RUPEES).nullable(),
});
export const liftCeilingInput = z.object(ceilingKey);

export interface Pause {
  part: PausablePart;
  since: string;
  /** Null: until an owner ends the pause. */
  until: string | null;
  note: string | null;
}

/** A ceiling with the cost of spins in the current hour or day. */
export interface CeilingState {
  /** Null: all offers together. */
  offer_id: number | null;
  title: string | null;
  period: SpendPeriod;
  rupees: number;
  /** The cost of spins in rupees: the value won, or the average cost of their odds if that is greater. */
  spent: number;
  ends_at: string;
  /** Whether an owner has lifted the ceiling until the period ends. */
  is_lifted: boolean;
}

export interface Spending {
  pauses: Pause[];
  /** The ceiling of all offers first, then offers by title. */
  ceilings: CeilingState[];
  /** The cost of all spins in this hour and day, in rupees. */
  hour: number;
  day: number;
}
