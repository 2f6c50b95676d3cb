/** Joins class names and drops what is empty. Components own their looks; what callers pass is for layout alone. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
