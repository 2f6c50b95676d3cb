import type { Db } from '@inaam/db/client';
import type { SQL } from 'drizzle-orm';
import type { Found } from './found-by.ts';
import { addUp, inOneSnapshot } from './sums.ts';

interface Ways<T> {
  /** Figures of what matches, asked of the given connection; called with `undefined` for no text. */
  figures: (snapshot: Db, of: Found | undefined) => Promise<T>;
  /** The same of some users, by counters; undefined where these do not know them. @param keys their ids */
  byCounters?: ((snapshot: Db, keys: SQL) => Promise<T | undefined>) | undefined;
}

/**
 * Exact figures of what matches a text that many users hold, without going through all rows: by the counters of these
 * users, with what of the others matches all the same; else, where nearly every user holds it, those of all, less those
 * of the few others, and what of theirs matches. No user is in two of these sets, so how many users there are adds up,
 * too. All are read in one snapshot: what is inserted in between would be in one of them and not in another.
 * @returns undefined where the text is not of that kind
 */
export async function figuresOfManyUsers<T extends object>(
  db: Db,
  found: Found | undefined,
  { figures, byCounters }: Ways<T>,
): Promise<T | undefined> {
  const { users } = found ?? {};
  if (!users) return undefined;
  return inOneSnapshot(db, async (snapshot) => {
    const counted = await byCounters?.(snapshot, users.keys);
    if (counted) return users.besides ? addUp(counted, await figures(snapshot, users.besides)) : counted;
    const exceptions = await users.exceptions(snapshot);
    if (!exceptions) return undefined;
    const all = await figures(snapshot, undefined);
    const others = addUp(all, await figures(snapshot, exceptions.theirs), -1);
    return addUp(others, await figures(snapshot, exceptions.matching));
  });
}
