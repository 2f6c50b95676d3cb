import type { Db } from '@inaam/db/client';
import type { Found } from './found-by.ts';

/**
 * Exact figures of what matches a text that nearly every user holds, without going through all rows: those of all,
 * which counters know, less those of the few other users, and what of theirs matches all the same. No user is in two
 * of these sets, so how many users there are adds up, too.
 * @param figures of what matches; called with `undefined` for no text
 * @returns undefined where the text is not of that kind
 */
export async function figuresOfNearlyAll<T extends object>(
  db: Db,
  found: Found | undefined,
  figures: (of: Found | undefined) => Promise<T>,
): Promise<T | undefined> {
  const exceptions = await found?.exceptions?.(db);
  if (!exceptions) return undefined;
  const [all, theirs, matching] = await Promise.all([
    figures(undefined),
    figures(exceptions.theirs),
    figures(exceptions.matching),
  ]);
  const numberOf = (of: T, name: string) => Number(of[name as keyof T]);
  const numbers = Object.entries(all)
    .filter(([, value]) => typeof value === 'number')
    .map(([name]) => [name, numberOf(all, name) - numberOf(theirs, name) + numberOf(matching, name)]);
  return { ...all, ...Object.fromEntries(numbers) };
}
