/** The time format of a database server in UTC: `2026-11-22 12:00:00.123456+00`. */
const IN_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/** Like `toIso`, but five times as fast if the database server's time zone is UTC. */
export function formatFileTime(text: string): string {
  const [, day, time, fraction = ''] = IN_UTC.exec(text) ?? [];
  return day ? `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z` : new Date(text).toISOString();
}
export const formatFileTimeOrNull = (text: string | null): string | null =>
  text === null ? null : formatFileTime(text);
