import { and, type Column, or, type SQL, sql } from 'drizzle-orm';

const escapeWildcards = (search: string): string => search.replace(/[\\%_]/g, (char) => `\\${char}`);

/** Returns an ILIKE pattern that matches the text anywhere, with wildcards escaped. */
export const containsPattern = (search: string): string => `%${escapeWildcards(search)}%`;

/** Returns a LIKE pattern that matches the text at the start. */
export const startsWithPattern = (search: string): string => `${escapeWildcards(search)}%`;

/**
 * Returns LIKE patterns, all of which a text must match. A single word matches anywhere; each of several words matches
 * the start of a word, in any order. The SQL function `search_text` normalizes the pattern and the text.
 */
export function wordPatterns(search: string): string[] {
  const words = search.split(/\s+/).filter(Boolean).map(escapeWildcards);
  return words.map((word) => (words.length > 1 ? `% ${word}%` : `%${word}%`));
}

/** Prepares a text for word patterns, so that each word has a space before it. */
export const searchText = (text: Column | SQL): SQL => sql`' ' || search_text(${text})`;

/** Returns a condition: one of the texts contains all words of a search. @param texts built by {@link searchText} */
export const containsWords = (search: string, texts: readonly (Column | SQL)[]): SQL =>
  or(
    sql`false`,
    ...texts.map((text) => and(...wordPatterns(search).map((word) => sql`(${text}) like search_text(${word})`))),
  ) as SQL;

/** Sorts names by language rules, ignoring case. By default, the database sorts by code points. */
export const byName = (name: Column): SQL => sql`lower(${name}) collate "und-x-icu"`;
