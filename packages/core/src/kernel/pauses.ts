import { DomainError, type ErrorCode } from '@inaam/contracts/common/errors';
import type { PausablePart } from '@inaam/contracts/spending/spending';
import type { Kernel } from './kernel.ts';

/**
 * The stopped parts, in this process's memory: by an owner, or because a ceiling of spend is reached. A job reads it
 * twice a second, so a spin neither reads nor locks a counter. It is at most a second old: in that time spins can
 * exceed a ceiling by what one second of them wins.
 */

const REFUSALS: Record<PausablePart, ErrorCode> = {
  spins: 'SPINS_PAUSED',
  starts: 'STARTS_PAUSED',
  sign_ups: 'SIGN_UPS_PAUSED',
};

/** `Retry-After` of a pause that has no end yet. */
const RETRY_SECONDS = 60;

/** The offer ID of a stop for all offers. */
const ALL_OFFERS = 0;

const nameStop = (part: PausablePart, offerId: number) => `${part} ${offerId}`;

/** By kernel: when each stop ends, in ms of `performance.now()`. */
const stops = new WeakMap<Kernel, ReadonlyMap<string, number>>();

/** Reads what is stopped. */
export async function readPauses(kernel: Kernel): Promise<void> {
  const rows = await kernel.read(
    (_, sql) => sql<{ part: PausablePart; offer_id: number; ms: number | null }[]>`
      select part, offer_id, ms from list_stopped()`,
  );
  const now = performance.now();
  const next = new Map<string, number>();
  for (const { part, offer_id, ms } of rows) {
    const name = nameStop(part, offer_id);
    next.set(name, Math.max(next.get(name) ?? 0, ms === null ? Infinity : now + ms));
  }
  stops.set(kernel, next);
}

/**
 * @param offerId for a spin: its offer may have a ceiling of its own
 * @throws DomainError SPINS_PAUSED, STARTS_PAUSED, SIGN_UPS_PAUSED with the seconds until a retry makes sense
 */
export function refusePaused(kernel: Kernel, part: PausablePart, offerId: number = ALL_OFFERS): void {
  const ms = getMsLeft(kernel, part, offerId);
  if (ms <= 0) return;
  throw new DomainError(REFUSALS[part], {
    retryAfterSeconds: ms === Infinity ? RETRY_SECONDS : Math.ceil(ms / 1000),
  });
}

export const isPaused = (kernel: Kernel, part: PausablePart): boolean => getMsLeft(kernel, part, ALL_OFFERS) > 0;

function getMsLeft(kernel: Kernel, part: PausablePart, offerId: number): number {
  const known = stops.get(kernel);
  if (known === undefined || known.size === 0) return 0;
  const ends = Math.max(known.get(nameStop(part, ALL_OFFERS)) ?? 0, known.get(nameStop(part, offerId)) ?? 0);
  return ends - performance.now();
}
