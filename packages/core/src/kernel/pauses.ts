import { DomainError, type ErrorCode } from '@inaam/contracts/common/errors';
import type { PausablePart } from '@inaam/contracts/spending/spending';
import type { Kernel } from './kernel.ts';

/**
 * This process's copy of the pauses: the parts of the product that an owner or a reached spending ceiling has stopped.
 * A job reads the pauses twice a second, so that a spin neither reads nor locks a counter; if the job is late, the spin
 * reads the pauses itself. The copy is at most a second old, so spins can exceed a ceiling by the wins of one second
 * and of spins in progress. A spin that began before a pause is not refused.
 */

const MAX_AGE_MS = 1000;

const REFUSALS: Record<PausablePart, ErrorCode> = {
  spins: 'SPINS_PAUSED',
  starts: 'STARTS_PAUSED',
  sign_ups: 'SIGN_UPS_PAUSED',
};

/** `Retry-After` in seconds for a pause without a known end. */
const RETRY_SECONDS = 60;

/** The offer ID of a pause that applies to all offers. */
const ALL_OFFERS = 0;

const nameStop = (part: PausablePart, offerId: number) => `${part} ${offerId}`;

interface Stops {
  /** When the pauses were read, in ms of `performance.now()`. */
  readAt: number;
  /** When each pause ends, in ms of `performance.now()`. */
  ends: ReadonlyMap<string, number>;
}
const stops = new WeakMap<Kernel, Stops>();
const reading = new WeakMap<Kernel, Promise<void>>();

export async function readPauses(kernel: Kernel): Promise<void> {
  const readAt = performance.now();
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
  // Ignores a read that began before the stored one, because its data is older.
  if (readAt >= (stops.get(kernel)?.readAt ?? 0)) stops.set(kernel, { readAt, ends: next });
}

/** Reads the pauses if the copy is older than a second. Concurrent calls share one read. */
async function readPausesIfOld(kernel: Kernel): Promise<void> {
  const known = stops.get(kernel);
  if (known && performance.now() - known.readAt < MAX_AGE_MS) return;
  const read = reading.get(kernel) ?? readPauses(kernel).finally(() => reading.delete(kernel));
  reading.set(kernel, read);
  await read;
}

/**
 * Refuses a spin while all spins, or the spins of the offer, are paused. If the pauses cannot be read, the spin fails,
 * because it could exceed a ceiling.
 * @throws DomainError SPINS_PAUSED with the seconds until a retry makes sense, UNAVAILABLE
 */
export async function refusePausedSpin(kernel: Kernel, offerId: number): Promise<void> {
  await readPausesIfOld(kernel);
  refusePaused(kernel, 'spins', offerId);
}

/**
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
  if (known === undefined || known.ends.size === 0) return 0;
  const { ends } = known;
  const latest = Math.max(ends.get(nameStop(part, ALL_OFFERS)) ?? 0, ends.get(nameStop(part, offerId)) ?? 0);
  return latest - performance.now();
}
