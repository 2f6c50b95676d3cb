import { createHash } from 'node:crypto';
import { withSqlConnection } from '@inaam/testing/sql-connection';
import type { Product } from './product.ts';

/** Runs statements in the product's database, for changes that its API does not offer. */
const inDatabase = <T>(product: Product, work: Parameters<typeof withSqlConnection<T>>[1]): Promise<T> =>
  withSqlConnection(product.databaseUrl, work);

/** Suspends a user as an admin's flag does: ends every session, and the server then refuses sign-ins. */
export const suspend = (product: Product, personId: number): Promise<void> =>
  inDatabase(product, async (sql) => {
    await sql`select set_suspended('{"kind": "system", "name": "system"}', 'users.flag', array[${personId}::bigint], true, 'Journey')`;
  });

/** Verifies a user's e-mail address, as the link in the mail does. Spins require a verified address. */
export const verifyAddress = (product: Product, personId: number): Promise<void> =>
  inDatabase(product, async (sql) => {
    await sql`update users set email_verified_at = now() where id = ${personId}`;
  });

/** Simulates enough sign-ups with the mailbox today that the next one needs proof of work. */
export const useUpSignUps = (product: Product, email: string): Promise<void> =>
  inDatabase(product, async (sql) => {
    const mailbox = createHash('sha256').update(email).digest('base64url');
    await sql`
      insert into rate_limits (key, points, expire)
      values (${`sign-up:person:${mailbox}`}, 6, ${Date.now() + 86_400_000})`;
  });

/** Deletes all sessions of a person, so that the browser's session has expired. */
export const expireSessions = (product: Product, personId: number): Promise<void> =>
  inDatabase(product, async (sql) => {
    const ended = await sql`delete from user_sessions where user_id = ${personId}`;
    if (ended.count === 0) throw new Error(`Person ${personId} had no session`);
  });

/**
 * Settles the spin of a completed offer with a given roll, 0 to 999. A later spin returns this result, so a journey can
 * depend on an outcome.
 */
export const settleSpin = (product: Product, personId: number, offerId: number, roll: number): Promise<void> =>
  inDatabase(product, async (sql) => {
    await sql`
      select settle_spins(array[id], array[${roll}::int], array[500], 1::smallint, array['chosen'], array['open'])
      from completion_states where user_id = ${personId} and offer_id = ${offerId}`;
  });

/** Makes tomorrow the last day of the person's vouchers, or adds support's notice that the vouchers were sent again. */
export const writeVoucherNotice = (product: Product, personId: number, kind: 'ending' | 'resent'): Promise<void> =>
  inDatabase(product, async (sql) => {
    const changed = await sql`
      update vouchers set
        expiry_date = case when ${kind} = 'ending' then ist_day(now()) + 1 else expiry_date end,
        notice = case when ${kind} = 'resent' then 'resent' end,
        notice_at = case when ${kind} = 'resent' then now() end
      where id in (
        select v.id from completion_vouchers v join completions c on c.id = v.completion_id
        where c.user_id = ${personId}
      )`;
    if (changed.count === 0) throw new Error(`Person ${personId} has no voucher`);
  });

/** Records that the person agreed to older terms than today's. */
export const outdateConsent = (product: Product, personId: number): Promise<void> =>
  inDatabase(product, async (sql) => {
    await sql`update consents set version = '2020-01-01' where user_id = ${personId} and document = 'terms'`;
  });

/** Counts the person's spins and vouchers in the database. */
export const countSpinsAndVouchers = (
  product: Product,
  personId: number,
): Promise<{ spins: number; vouchers: number }> =>
  inDatabase(product, async (sql) => {
    const [row] = await sql<{ spins: number; vouchers: number }[]>`
      select count(s.spun_at)::int as spins, count(v.id)::int as vouchers
      from completion_states c join spin_states s on s.completion_id = c.id left
        join completion_vouchers v on v.completion_id = c.id
      where c.user_id = ${personId}`;
    if (!row) throw new Error('a count has no row');
    return row;
  });

/** The device of each of the person's sessions, oldest first. */
export const readSignInDevices = (product: Product, personId: number): Promise<(string | null)[]> =>
  inDatabase(product, async (sql) => {
    const rows = await sql<{ device: string | null }[]>`
      select device from user_sessions where user_id = ${personId} order by created_at`;
    return rows.map(({ device }) => device);
  });
