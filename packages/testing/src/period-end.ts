import { setTimeout as sleep } from 'node:timers/promises';

const HOUR_MS = 3_600_000;
const IST_OFFSET_MS = 5.5 * HOUR_MS;

const periods = { hour: HOUR_MS, day: 24 * HOUR_MS };

/** Tests use moments such as one second after midnight, so the wait ends this many ms after the period's start. */
const AFTER_MS = 5_000;

/**
 * Returns how long a test must wait so that it does not run across the end of an hour or a day in Indian time, when
 * figures and ceilings begin anew.
 * @param now ms since 1970
 * @param leastMs the time that the test needs
 * @returns ms; 0 if the period lasts long enough
 */
export function getWaitMs(period: keyof typeof periods, now: number, leastMs: number): number {
  const leftMs = periods[period] - ((now + IST_OFFSET_MS) % periods[period]);
  return leftMs < leastMs ? leftMs + AFTER_MS : 0;
}

/** Waits for the next hour or day in Indian time if the current one ends too soon for a test. */
export async function waitOutPeriodEnd(period: keyof typeof periods, leastMs: number): Promise<void> {
  const ms = getWaitMs(period, Date.now(), leastMs);
  if (ms > 0) await sleep(ms);
}
