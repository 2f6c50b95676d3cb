/** An ILIKE pattern that finds the text itself anywhere: what the person typed has no wildcards. */
export const containing = (search: string): string => `%${search.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
