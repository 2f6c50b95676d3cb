import type { Role } from '@inaam/contracts/access/permissions';
import { DomainError } from '@inaam/contracts/common/errors';
import type { Db, MoveSql } from '@inaam/db/client';
import type { Caller } from '../../kernel/actor.ts';
import type { CallerColumns, CallerQuery } from '../../kernel/caller.ts';
import type { DeletableRows } from '../../kernel/repeat-in-batches.ts';
import { browserName } from './browser-name.ts';
import { ADMIN_SESSION_LIFETIME, findAdminSession, sessionRow, USER_SESSION_LIFETIME } from './find-session.ts';
import { getSuspensionError } from './suspension.ts';

/** What the two realms, users and admins, keep of a session, and the statements that do. */

export interface SessionDetails extends Caller {
  device?: string | undefined;
  signedInByProvider?: boolean;
  /** The hash that the password was found to be right by: no session where it has been changed since. */
  passwordHash?: string | null;
}

export interface UserPerson {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
}

/** Who is signed in, with what decides what they may do. */
export interface SignedInPerson extends UserPerson {
  /** They have shown that their address is theirs, or were there before that was asked. */
  verified: boolean;
}

export interface AdminPerson {
  id: number;
  username: string;
  email: string;
  role: Role;
  /** A passkey or an authenticator app. */
  hasFactor: boolean;
  /** Has shown within the last minutes that it is them. */
  provedLately: boolean;
}

interface NewBrowser {
  /** A user has signed in with other browsers before, and not with this one: they were told. */
  inNewBrowser: boolean;
}

export interface SessionRow {
  id: string;
  personId: number;
  /** Until it expires, by the database's clock. */
  leftMs: number;
  device: string | null;
  /** Its last use was noted more than an hour ago. */
  unseen: boolean;
  isBlocked: boolean;
}

/** The statements that differ between the realms' tables. */
export interface SessionTable<Row extends SessionRow> {
  /** @param reading a hot call's own statement, which finds a user's session, too */
  find(db: Db, sql: MoveSql, id: string, ip: string | null, reading?: CallerQuery<object>): PromiseLike<readonly Row[]>;
  /** Gives the row, also when an earlier try has made it; none for a person who may not sign in. */
  insert(
    sql: MoveSql,
    id: string,
    personId: number,
    lastsMs: number,
    details: SessionDetails,
  ): Promise<readonly NewBrowser[]>;
  /** The error that such a person gets. */
  refusal: (sql: MoveSql, personId: number) => Promise<DomainError>;
  /** Whose session a suspension has ended; for realms in which such a person is told why. */
  whyEnded?: (sql: MoveSql, id: string) => Promise<DomainError | undefined>;
  /** Notes that the session is used now; for realms that show it. */
  noteUse?: (sql: MoveSql, id: string) => Promise<unknown>;
  extend(sql: MoveSql, id: string, lastsMs: number): Promise<unknown>;
  remove(sql: MoveSql, id: string): Promise<unknown>;
  removeAll(sql: MoveSql, personId: number): Promise<unknown>;
  /** Rows that let nobody in any more. */
  expired: readonly DeletableRows[];
}

type UserRow = SessionRow & Omit<SignedInPerson, 'id'>;

/** More than anybody has of devices; beyond it the ones that were used longest ago end. */
const MAX_SESSIONS_PER_USER = 20;

/**
 * A suspended user has no session, whatever the table still holds. The lock on the user's row puts a sign-in either
 * before a flag, which then ends its session, or after it: without it the flag would not see the session, and the
 * session would be back when the flag is lifted. Likewise with a password that is changed while somebody signs in with
 * the one before. All that is written follows from the session, and so comes after that lock. What is known of browsers
 * is read as it was before the statement.
 */
export const userTable: SessionTable<UserRow> = {
  find: (_, sql, id, ip, reading) =>
    reading ? reading(sql, sessionRow, id, ip) : sql<CallerColumns[]>`${sessionRow(sql, id, ip)}`,
  insert(sql, id, userId, lastsMs, { device = null, browser = null, passwordHash = null, ...d }) {
    const news = { browser: browserName(d.userAgent), ip: d.ip, at: new Date().toISOString() };
    return sql<NewBrowser[]>`
      with person as (
        select id from users
        where id = ${userId} and suspended_at is null and deleted_at is null
          and (${passwordHash}::text is null or password_hash = ${passwordHash})
        for share),
      made as (
        insert into user_sessions (id, user_id, expires_at, signed_in_by_provider, ip, device, user_agent)
        select ${id}, id, now() + ${lastsMs}::float8 * interval '1 millisecond', ${d.signedInByProvider ?? false}, ${d.ip},
          ${device}, ${d.userAgent}
        from person
        on conflict (id) do update set id = excluded.id returning user_id),
      crowded as (
        delete from user_sessions where id in (
          select id from user_sessions where user_id = ${userId} and id <> ${id}
          order by last_seen_at desc, id offset ${MAX_SESSIONS_PER_USER - 1})),
      seen as (update user_stats s set last_activity_at = now() from made where s.user_id = made.user_id),
      on_device as (
        insert into known_devices (user_id, device) select user_id, ${device}::text from made
        where ${device}::text is not null
        on conflict (user_id, device) do update set last_seen_at = now()),
      in_browser as (
        insert into known_browsers (user_id, hash) select user_id, ${browser}::text from made
        where ${browser}::text is not null
        on conflict (user_id, hash) do update set last_seen_at = now()
        returning xmax = 0 as is_new),
      told as (
        select enqueue_message('new_device', ${id}, ${userId}, ${JSON.stringify(news)}::jsonb)
        from in_browser where is_new and exists (select 1 from known_browsers where user_id = ${userId}))
      select exists (select from told) as "inNewBrowser" from made`;
  },
  async refusal(sql, userId) {
    const [person] = await sql<{ id: number }[]>`
      select id from users where id = ${userId} and suspended_at is not null and deleted_at is null`;
    return person ? getSuspensionError(person.id) : new DomainError('WRONG_EMAIL_OR_PASSWORD');
  },
  async whyEnded(sql, id) {
    const [session] = await sql<{ user_id: number }[]>`
      select user_id from suspended_sessions where id = ${id} and expires_at > now()`;
    return session && getSuspensionError(session.user_id);
  },
  noteUse: (sql, id) => sql`
    update user_sessions set last_seen_at = now() where id = ${id} and last_seen_at < now() - interval '1 hour'`,
  extend: (sql, id, lastsMs) =>
    sql`update user_sessions set expires_at = now() + ${lastsMs}::float8 * interval '1 millisecond' where id = ${id}`,
  remove: (sql, id) => sql`delete from user_sessions where id = ${id}`,
  removeAll: (sql, userId) => sql`delete from user_sessions where user_id = ${userId}`,
  expired: [
    { table: 'suspended_sessions', key: ['id'], which: (sql) => sql`expires_at < now()` },
    {
      table: 'user_sessions',
      key: ['id'],
      which: (sql) => sql`expires_at < now() or created_at < now() - ${USER_SESSION_LIFETIME}::interval`,
    },
  ],
};

type AdminRow = SessionRow & Omit<AdminPerson, 'id'>;

/** Likewise an admin who is deactivated, or whose password is changed. */
export const adminTable: SessionTable<AdminRow> = {
  find: (db, _, id) => findAdminSession(db).execute({ id }),
  insert: (sql, id, adminId, lastsMs, { passwordHash = null, ...d }) => sql<NewBrowser[]>`
    insert into admin_sessions (id, admin_id, expires_at, ip, user_agent)
    select ${id}, id, now() + ${lastsMs}::float8 * interval '1 millisecond', ${d.ip}, ${d.userAgent}
    from admins
    where id = ${adminId} and deactivated_at is null
      and (${passwordHash}::text is null or password_hash = ${passwordHash})
    for share
    on conflict (id) do update set id = excluded.id returning false as "inNewBrowser"`,
  refusal: async () => new DomainError('WRONG_USERNAME_OR_PASSWORD'),
  extend: (sql, id, lastsMs) =>
    sql`update admin_sessions set expires_at = now() + ${lastsMs}::float8 * interval '1 millisecond' where id = ${id}`,
  remove: (sql, id) => sql`delete from admin_sessions where id = ${id}`,
  removeAll: (sql, adminId) => sql`delete from admin_sessions where admin_id = ${adminId}`,
  expired: [
    {
      table: 'admin_sessions',
      key: ['id'],
      which: (sql) => sql`expires_at < now() or created_at < now() - ${ADMIN_SESSION_LIFETIME}::interval`,
    },
  ],
};
