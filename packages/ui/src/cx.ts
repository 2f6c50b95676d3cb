/** Joins class names and skips empty ones. Components own their look; callers pass layout classes only. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
