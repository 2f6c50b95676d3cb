/** Readers for what hot statements give back as the driver delivers it. */

/** A timestamp in PostgreSQL's own text as ISO 8601 in UTC. */
export const toIso = (text: string): string => new Date(text).toISOString();

export const toIsoOrNull = (text: string | null): string | null => (text === null ? null : toIso(text));
