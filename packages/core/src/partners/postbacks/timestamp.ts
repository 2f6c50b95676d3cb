import type { TimestampRule } from '@inaam/contracts/networks/networks';

/** Matches a date and time in digits alone: `YYYYMMDDHHMM`, with or without seconds. No current Unix time matches. */
const DIGITS = /^(20\d\d)(0[1-9]|1[0-2])([0-2]\d|3[01])([01]\d|2[0-3])([0-5]\d)([0-5]\d)?$/;

/** Parses Unix seconds, Unix milliseconds, or a date and time (UTC where it has no zone). */
function parseInstant(text: string): number | undefined {
  const [, year, month, date, hour, minute, second = '00'] = DIGITS.exec(text) ?? [];
  if (year !== undefined) return parseInstant(`${year}-${month}-${date}T${hour}:${minute}:${second}`);
  if (/^\d{9,11}$/.test(text)) return Number(text) * 1000;
  if (/^\d{12,14}$/.test(text)) return Number(text);
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text) ?? [];
  if (day === undefined) return undefined;
  const at = Date.parse(`${day}T${time ?? '00:00'}${zone ?? 'Z'}`);
  return Number.isNaN(at) ? undefined : at;
}

/**
 * Returns why the time of a postback is refused; undefined if the time is valid or is not checked.
 * @param text the value in the postback
 */
export function getTimestampProblem(rule: TimestampRule | null, text: string, receivedAt: Date): string | undefined {
  if (!rule) return undefined;
  const at = parseInstant(text);
  if (at === undefined) return `${rule.param} is missing or not a time`;
  const isNear = Math.abs(receivedAt.getTime() - at) <= rule.tolerance_seconds * 1000;
  return isNear ? undefined : `${rule.param} differs too much from the time of receipt`;
}
