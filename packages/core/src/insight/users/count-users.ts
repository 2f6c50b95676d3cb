import type { Db } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { gte, sql } from 'drizzle-orm';
import { oneRow } from '../../kernel/rows.ts';

/** Fewer are counted each time: it costs a millisecond or two. */
const CACHE_ABOVE = 50_000;
/** ms for which a process keeps what it has counted: it is right again a day after rows were removed by hand. */
const CACHE_MS = 86_400_000;

interface Known {
  /** How many had registered before `until`. */
  count: number;
  until: string;
  countedAt: number;
}

const known = new WeakMap<Db, Known>();

/**
 * How many users there are. Of many, those who had registered an hour before the first count are counted once: no user
 * is ever deleted, when somebody registered never changes, and no registration takes an hour to be committed.
 * @param many from how many on they are remembered
 */
export async function countUsers(db: Db, many = CACHE_ABOVE): Promise<number> {
  const last = known.get(db);
  if (last && Date.now() - last.countedAt < CACHE_MS) {
    return last.count + (await db.$count(users, gte(users.createdAt, sql`${last.until}::timestamptz`)));
  }
  const hourAgo = sql`now() - interval '1 hour'`;
  const { total, older, until } = oneRow(
    await db.execute<{ total: string; older: string; until: string }>(sql`
      select count(*) as total, count(*) filter (where ${users.createdAt} < ${hourAgo}) as older,
        (${hourAgo})::text as until
      from ${users}`),
  );
  if (Number(older) >= many) known.set(db, { count: Number(older), until, countedAt: Date.now() });
  return Number(total);
}
