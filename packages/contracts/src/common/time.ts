import { formatPlural } from './format.ts';

/** Times for people: en-IN, in India's time zone. The API sends instants as ISO 8601 in UTC. */

const ZONE = 'Asia/Kolkata';

const date = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric', timeZone: ZONE });
const dateTime = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: ZONE,
});

/** `19 Jul 2025` */
export const formatDate = (at: string | Date): string => date.format(new Date(at));

/** `19 Jul 2025, 4:05 pm` */
export const formatDateTime = (at: string | Date): string => dateTime.format(new Date(at));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Specification section 9: 'Just now' under a minute, then 'Nm ago', 'Nh ago' under 24 hours, then the date. */
export function relativeTime(at: string | Date, now: Date): string {
  const age = now.getTime() - new Date(at).getTime();
  if (age < MINUTE) return 'Just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m ago`;
  if (age < 24 * HOUR) return `${Math.floor(age / HOUR)}h ago`;
  return formatDate(at);
}

/** Constant since 1945: https://www.iana.org/time-zones, file `asia`, Asia/Kolkata. */
const IST_OFFSET_MS = 5.5 * HOUR;

/**
 * The calendar day of an instant in Indian time, `YYYY-MM-DD`. Arithmetic is ten times faster than a formatter, and
 * every request for offers calls this function.
 */
export const istDay = (at: Date): string => new Date(at.getTime() + IST_OFFSET_MS).toISOString().slice(0, 10);

/** An instant as ISO 8601 in India's zone, for files: `2025-07-19T16:05:00.000+05:30`. */
export const formatIstInstant = (at: string): string =>
  `${new Date(Date.parse(at) + IST_OFFSET_MS).toISOString().slice(0, -1)}+05:30`;

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Formats a duration exactly: `3 days`, `1 hour 30 minutes`, `0 seconds`. @param seconds whole, 0 or more */
export function formatDuration(seconds: number): string {
  let rest = seconds;
  const parts: string[] = [];
  for (const [word, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(formatPlural(count, word));
  }
  return parts.join(' ') || '0 seconds';
}
