/** Joins class names and skips empty ones. Components set their own look; callers pass only layout classes. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
