const literally = (search: string): string => search.replace(/[\\%_]/g, (char) => `\\${char}`);

/** An ILIKE pattern that finds the text itself anywhere: what the person typed has no wildcards. */
export const containing = (search: string): string => `%${literally(search)}%`;

/** A LIKE pattern that finds the text itself at the beginning. */
export const startingWith = (search: string): string => `${literally(search)}%`;
