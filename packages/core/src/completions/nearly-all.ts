import type { Db } from '@inaam/db/client';
import type { Found } from './found-by.ts';

/**
 * Exact figures of what matches a text that nearly every user holds, without going through all rows: those of all,
 * which counters know, less those of the few other users, and what of theirs matches all the same. No user is in two
 * of these sets, so how many users there are adds up, too. All are read in one snapshot: what is inserted in between
 * would be in one of them and not in another.
 * @param figures of what matches, asked of the given connection; called with `undefined` for no text
 * @returns undefined where the text is not of that kind
 */
export async function figuresOfNearlyAll<T extends object>(
  db: Db,
  found: Found | undefined,
  figures: (snapshot: Db, of: Found | undefined) => Promise<T>,
): Promise<T | undefined> {
  const { exceptions: exceptionsIn } = found ?? {};
  if (!exceptionsIn) return undefined;
  return db.transaction(
    async (snapshot) => {
      const exceptions = await exceptionsIn(snapshot);
      if (!exceptions) return undefined;
      const all = await figures(snapshot, undefined);
      const theirs = await figures(snapshot, exceptions.theirs);
      const matching = await figures(snapshot, exceptions.matching);
      const numberOf = (of: T, name: string) => Number(of[name as keyof T]);
      const numbers = Object.entries(all)
        .filter(([, value]) => typeof value === 'number')
        .map(([name]) => [name, numberOf(all, name) - numberOf(theirs, name) + numberOf(matching, name)]);
      return { ...all, ...Object.fromEntries(numbers) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
