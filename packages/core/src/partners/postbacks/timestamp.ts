import type { TimestampRule } from '@inaam/contracts/networks/networks';

/** Seconds or milliseconds since 1970, or a date and time, in UTC where it names no zone. */
function instantOf(text: string): number | undefined {
  if (/^\d{9,11}$/.test(text)) return Number(text) * 1000;
  if (/^\d{12,14}$/.test(text)) return Number(text);
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text) ?? [];
  if (day === undefined) return undefined;
  const at = Date.parse(`${day}T${time ?? '00:00'}${zone ?? 'Z'}`);
  return Number.isNaN(at) ? undefined : at;
}

/**
 * Why a call is refused for the time that it names; undefined where that is near enough, or where none is looked at.
 * @param text as the call has it
 */
export function getTimestampProblem(rule: TimestampRule | null, text: string, receivedAt: Date): string | undefined {
  if (!rule) return undefined;
  const at = instantOf(text);
  if (at === undefined) return `${rule.param} is missing or no time`;
  const isNear = Math.abs(receivedAt.getTime() - at) <= rule.tolerance_seconds * 1000;
  return isNear ? undefined : `${rule.param} is too far from the time at which the call arrived`;
}
