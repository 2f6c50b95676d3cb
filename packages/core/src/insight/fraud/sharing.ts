/** One account's registration, as far as an address or a device says about it. */
export interface Registration {
  at: Date;
  device: string | null;
  userAgent: string | null;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When an address counts as shared by a carrier: infra/docs/decisions/0010-fraud-evidence-flags-and-blocks.md. */
export const CARRIER = {
  accounts: 10,
  /** Share of the accounts whose device and browser are known. */
  known: 0.8,
  /** Distinct devices to accounts. */
  devices: 0.9,
  /** Distinct browsers: a fifth of the accounts, within these bounds. Phones of one make say the same. */
  userAgents: { least: 4, share: 0.2, enough: 10 },
  /** The largest share of the accounts, and number in any case, that may have come within one hour. */
  hour: { share: 0.2, number: 3 },
  span: DAY,
} as const;

/** `10 minutes`, `2 hours`, `3 days`: rounded up, so that 'within' is true. */
export function formatSpan(ms: number): string {
  const [size, unit] = ms <= 59 * MINUTE ? [MINUTE, 'minute'] : ms <= 47 * HOUR ? [HOUR, 'hour'] : [DAY, 'day'];
  const number = Math.max(1, Math.ceil(ms / size));
  return `${number} ${number === 1 ? unit : `${unit}s`}`;
}

export interface Cluster {
  count: number;
  /** ms from the first of them to the last. */
  span: number;
}

/** The most that happened within any stretch of `ms`, and how long they truly took. */
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

/** The tightest stretch of at most a day that holds all of them, else one that holds half and two at least. */
export function findBurst(times: readonly Date[]): Cluster | undefined {
  const whole = findDensestWindow(times, DAY);
  if (whole.count < 2) return undefined;
  if (whole.count === times.length) return whole;
  return [10 * MINUTE, HOUR, 6 * HOUR, DAY]
    .map((window) => findDensestWindow(times, window))
    .find(({ count }) => count >= 2 && count >= times.length / 2);
}

const distinct = (values: readonly (string | null)[]): number => new Set(values.filter((value) => value !== null)).size;

/**
 * Why an address looks shared by the customers of a mobile carrier: many accounts, each on a device of its own, with
 * many browsers, coming at a steady rate. An absent fingerprint is nobody's: too many of them, and nothing is said.
 * @returns null where it does not look so
 */
export function carrierHint(address: string, registrations: readonly Registration[]): string | null {
  const accounts = registrations.length;
  const times = registrations.map(({ at }) => at);
  const fingerprinted = registrations.filter(({ device }) => device !== null).length;
  const named = registrations.filter(({ userAgent }) => userAgent !== null).length;
  const devices = distinct(registrations.map(({ device }) => device));
  const userAgents = distinct(registrations.map(({ userAgent }) => userAgent));
  const wanted = Math.max(
    CARRIER.userAgents.least,
    Math.min(CARRIER.userAgents.enough, Math.ceil(accounts * CARRIER.userAgents.share)),
  );
  const span = findDensestWindow(times, Number.POSITIVE_INFINITY).span;
  const hour = findDensestWindow(times, HOUR).count;
  const isShared =
    accounts >= CARRIER.accounts &&
    Math.min(fingerprinted, named) >= accounts * CARRIER.known &&
    devices >= fingerprinted * CARRIER.devices &&
    userAgents >= wanted &&
    span >= CARRIER.span &&
    hour <= Math.max(CARRIER.hour.number, accounts * CARRIER.hour.share);
  if (!isShared) return null;
  return (
    `${address} looks like a mobile carrier’s shared address: ${accounts} accounts on ${devices} devices ` +
    `with ${userAgents} browsers over ${formatSpan(span)}, never more than ${hour} in an hour. ` +
    'Blocking it would shut out honest people.'
  );
}
