/** The registration of one account. */
export interface Registration {
  at: Date;
  device: string | null;
  userAgent: string | null;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Thresholds for a shared address: infra/docs/decisions/0010-fraud-evidence-flags-and-blocks.md. */
export const CARRIER = {
  accounts: 10,
  /** Minimum share of accounts whose device is known, and of accounts whose browser is known. */
  known: 0.8,
  /** Minimum number of distinct devices, as a share of the accounts whose device is known. */
  devices: 0.9,
  /**
   * Minimum number of distinct browsers: a fifth of the accounts, but at least 4 and at most 10. Phones of one model
   * report the same browser.
   */
  userAgents: { least: 4, share: 0.2, enough: 10 },
  /** Maximum number of registrations within one hour: this share of the accounts, or this number if it is larger. */
  hour: { share: 0.2, number: 3 },
  span: DAY,
} as const;

/** Formats a duration as `10 minutes`, `2 hours`, `3 days`, rounded up so that 'within 3 days' is true. */
export function formatSpan(ms: number): string {
  const [size, unit] = ms <= 59 * MINUTE ? [MINUTE, 'minute'] : ms <= 47 * HOUR ? [HOUR, 'hour'] : [DAY, 'day'];
  const number = Math.max(1, Math.ceil(ms / size));
  return `${number} ${number === 1 ? unit : `${unit}s`}`;
}

export interface Cluster {
  count: number;
  /** Time between first and last, in ms. */
  span: number;
}

/** Finds the window of `ms` that contains the most times. Returns their number and the time between first and last. */
export function findDensestWindow(times: readonly Date[], ms: number): Cluster {
  const sorted = times.map((time) => time.getTime()).toSorted((a, b) => a - b);
  let best: Cluster = { count: 0, span: 0 };
  for (let first = 0, last = 0; last < sorted.length; last++) {
    while ((sorted[last] ?? 0) - (sorted[first] ?? 0) > ms) first++;
    const span = (sorted[last] ?? 0) - (sorted[first] ?? 0);
    const count = last - first + 1;
    if (count > best.count || (count === best.count && span < best.span)) best = { count, span };
  }
  return best;
}

/**
 * Returns the number and span of all times if they fit into a day. Otherwise returns those of the shortest of four
 * windows (ten minutes to a day) that contains at least half of the times and at least two. Undefined if no window
 * does.
 */
export function findBurst(times: readonly Date[]): Cluster | undefined {
  const whole = findDensestWindow(times, DAY);
  if (whole.count < 2) return undefined;
  if (whole.count === times.length) return whole;
  return [10 * MINUTE, HOUR, 6 * HOUR, DAY]
    .map((window) => findDensestWindow(times, window))
    .find(({ count }) => count >= 2 && count >= times.length / 2);
}

const countDistinct = (values: readonly (string | null)[]): number =>
  new Set(values.filter((value) => value !== null)).size;

/**
 * Explains why an address looks shared by customers of a mobile carrier: many accounts on separate devices with many
 * browsers at a steady rate. If the device or browser of too many accounts is unknown, there is no hint.
 * @returns null if the address does not look shared
 */
export function carrierHint(address: string, registrations: readonly Registration[]): string | null {
  const accounts = registrations.length;
  const times = registrations.map(({ at }) => at);
  const fingerprinted = registrations.filter(({ device }) => device !== null).length;
  const named = registrations.filter(({ userAgent }) => userAgent !== null).length;
  const devices = countDistinct(registrations.map(({ device }) => device));
  const userAgents = countDistinct(registrations.map(({ userAgent }) => userAgent));
  const minUserAgents = Math.max(
    CARRIER.userAgents.least,
    Math.min(CARRIER.userAgents.enough, Math.ceil(accounts * CARRIER.userAgents.share)),
  );
  const span = findDensestWindow(times, Number.POSITIVE_INFINITY).span;
  const hour = findDensestWindow(times, HOUR).count;
  const isShared =
    accounts >= CARRIER.accounts &&
    Math.min(fingerprinted, named) >= accounts * CARRIER.known &&
    devices >= fingerprinted * CARRIER.devices &&
    userAgents >= minUserAgents &&
    span >= CARRIER.span &&
    hour <= Math.max(CARRIER.hour.number, accounts * CARRIER.hour.share);
  if (!isShared) return null;
  return (
    `${address} looks like a mobile carrier’s shared address: ${accounts} accounts on ${devices} devices ` +
    `with ${userAgents} browsers over ${formatSpan(span)}, never more than ${hour} in an hour. ` +
    'Blocking it would lock out honest users.'
  );
}
