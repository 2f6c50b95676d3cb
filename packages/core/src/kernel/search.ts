import { and, type Column, or, type SQL, sql } from 'drizzle-orm';

const escapeWildcards = (search: string): string => search.replace(/[\\%_]/g, (char) => `\\${char}`);

/** An ILIKE pattern that finds the text itself anywhere: what the person typed has no wildcards. */
export const containsPattern = (search: string): string => `%${escapeWildcards(search)}%`;

/** A LIKE pattern that finds the text itself at the beginning. */
export const startsWithPattern = (search: string): string => `${escapeWildcards(search)}%`;

/**
 * LIKE patterns of a search, which a text must match all of: a single word may be anywhere in it; each of several words
 * begins a word of it, in any order. `search_text` folds them as it folds the text.
 */
export function wordPatterns(search: string): string[] {
  const words = search.split(/\s+/).filter(Boolean).map(escapeWildcards);
  return words.map((word) => (words.length > 1 ? `% ${word}%` : `%${word}%`));
}

/** A text as patterns of words find it: a blank is before each of its words. */
export const searchText = (text: Column | SQL): SQL => sql`' ' || search_text(${text})`;

/** Matches where one of the texts holds all words of a search. @param texts as {@link searchText} writes them */
export const containsWords = (search: string, texts: readonly (Column | SQL)[]): SQL =>
  or(
    sql`false`,
    ...texts.map((text) => and(...wordPatterns(search).map((word) => sql`(${text}) like search_text(${word})`))),
  ) as SQL;

/** Sorts names as people do, ignoring case: the database itself sorts by code points. */
export const byName = (name: Column): SQL => sql`lower(${name}) collate "und-x-icu"`;
