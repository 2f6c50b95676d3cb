import type { Db } from '@inaam/db/client';
import type { SQL } from 'drizzle-orm';
import type { Found } from './found-by.ts';

interface Ways<T> {
  /** Figures of what matches, asked of the given connection; called with `undefined` for no text. */
  figures: (snapshot: Db, of: Found | undefined) => Promise<T>;
  /** The same of some users, by counters; undefined where these do not know them. @param keys their ids */
  ofUsers?: ((snapshot: Db, keys: SQL) => Promise<T | undefined>) | undefined;
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
  { figures, ofUsers }: Ways<T>,
): Promise<T | undefined> {
  const { users } = found ?? {};
  if (!users) return undefined;
  return db.transaction(
    async (snapshot) => {
      const counted = await ofUsers?.(snapshot, users.keys);
      if (counted) return users.besides ? sum(counted, await figures(snapshot, users.besides)) : counted;
      const exceptions = await users.exceptions(snapshot);
      if (!exceptions) return undefined;
      const all = await figures(snapshot, undefined);
      const others = sum(all, await figures(snapshot, exceptions.theirs), -1);
      return sum(others, await figures(snapshot, exceptions.matching));
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Each number of the first with that of the second; what is no number is of the first. */
function sum<T extends object>(first: T, second: T, sign = 1): T {
  const numbers = Object.entries(first)
    .filter(([, value]) => typeof value === 'number')
    .map(([name, value]) => [name, value + sign * Number(second[name as keyof T])]);
  return { ...first, ...Object.fromEntries(numbers) };
}
