import type { Db } from '@inaam/db/client';

/** Figures that are put together of several. */

/** Reads all that is added up as it was at one moment. */
export const inOneSnapshot = <T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });

/** Each number of the first with that of the second; what is no number is of the first. */
export function addUp<T extends object>(first: T, second: T, sign = 1): T {
  const numbers = Object.entries(first)
    .filter(([, value]) => typeof value === 'number')
    .map(([name, value]) => [name, value + sign * Number(second[name as keyof T])]);
  return { ...first, ...Object.fromEntries(numbers) };
}
