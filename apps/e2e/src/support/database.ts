import { createHash } from 'node:crypto';
import { withSqlConnection } from '@inaam/testing/sql-connection';
import type { Product } from './product.ts';

/** Statements straight in the running product's database, for what no call of the product does. */
const inDatabase = <T>(product: Product, work: Parameters<typeof withSqlConnection<T>>[1]): Promise<T> =>
  withSqlConnection(product.databaseUrl, work);

/** What an administrator's flag does: no sign-in any more, and every live session ends. */
export const suspend = (product: Product, personId: number): Promise<void> =>
  inDatabase(product, async (sql) => {
    await sql`select set_suspended('{"kind": "system", "name": "system"}', 'users.flag', array[${personId}::bigint], true, 'Journey')`;
  });

/** What the mail's link does: their spins no longer wait for it. */
export const verifyAddress = (product: Product, personId: number): Promise<void> =>
  inDatabase(product, async (sql) => {
    await sql`update users set email_verified_at = now() where id = ${personId}`;
  });

/** As though so many had signed up with the address's mailbox today: the next one needs proof of work. */
export const useUpSignUps = (product: Product, email: string): Promise<void> =>
  inDatabase(product, async (sql) => {
    const mailbox = createHash('sha256').update(email).digest('base64url');
    await sql`
      insert into rate_limits (key, points, expire)
      values (${`sign-up:person:${mailbox}`}, 6, ${Date.now() + 86_400_000})`;
  });

/** All sessions of a person run out. */
export const expireSessions = (product: Product, personId: number): Promise<void> =>
  inDatabase(product, async (sql) => {
    const ended = await sql`delete from user_sessions where user_id = ${personId}`;
    if (ended.count === 0) throw new Error(`Person ${personId} had no session`);
  });

/**
 * Settles the spin of a completed offer with a roll of the caller's choice, 0 to 999. A spin that is asked for
 * afterwards shows this one: outcomes that a journey depends on need no luck.
 */
export const settleSpin = (product: Product, personId: number, offerId: number, roll: number): Promise<void> =>
  inDatabase(product, async (sql) => {
    await sql`
      select settle_spins(array[id], array[${roll}::int], array[500], 1::smallint, array['chosen'], array['open'])
      from completion_states where user_id = ${personId} and offer_id = ${offerId}`;
  });

/** What the database holds of a person's spins and vouchers. */
export const spinsOf = (product: Product, personId: number): Promise<{ spins: number; vouchers: number }> =>
  inDatabase(product, async (sql) => {
    const [row] = await sql<{ spins: number; vouchers: number }[]>`
      select count(s.spun_at)::int as spins, count(v.id)::int as vouchers
      from completion_states c join spin_states s on s.completion_id = c.id left
        join completion_vouchers v on v.completion_id = c.id
      where c.user_id = ${personId}`;
    if (!row) throw new Error('a count has no row');
    return row;
  });

/** The device of each sign-in, oldest first. */
export const devicesOf = (product: Product, personId: number): Promise<(string | null)[]> =>
  inDatabase(product, async (sql) => {
    const rows = await sql<{ device: string | null }[]>`
      select device from user_sessions where user_id = ${personId} order by created_at`;
    return rows.map(({ device }) => device);
  });
