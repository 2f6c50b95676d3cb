import type { Role } from '@inaam/contracts/access/permissions';
import { DomainError } from '@inaam/contracts/common/errors';
import type { Db, SqlClient } from '@inaam/db/client';
import type { Caller } from '../../kernel/actor.ts';
import type { CallerColumns, CallerQuery } from '../../kernel/caller.ts';
import type { DeletableRows } from '../../kernel/repeat-in-batches.ts';
import { browserName } from './browser-name.ts';
import { ADMIN_SESSION_LIFETIME, findAdminSession, sessionRow, USER_SESSION_LIFETIME } from './find-session.ts';
import { getSuspensionError } from './suspension.ts';

/** SQL for the sessions of the two realms: users and admins. */

export interface SessionDetails extends Caller {
  device?: string | undefined;
  signedInByProvider?: boolean;
  /** The hash that the password matched. If it has changed since, no session is created. */
  passwordHash?: string | null;
}

export interface UserIdentity {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
}

/** The signed-in user, with the fields that decide what they may do. */
export interface AuthenticatedUser extends UserIdentity {
  /** The e-mail address is verified, or the account is so old that verification is waived. */
  verified: boolean;
}

export interface AuthenticatedAdmin {
  id: number;
  username: string;
  email: string;
  role: Role;
  hasFactor: boolean;
  /** Authenticated within the last five minutes. */
  isRecentlyAuthenticated: boolean;
}

interface NewBrowser {
  /** This browser is new, and the user has signed in from another browser before. The user is notified. */
  inNewBrowser: boolean;
}

export interface SessionRow {
  id: string;
  personId: number;
  /** Remaining ms by the database's clock. */
  leftMs: number;
  device: string | null;
  /** The last recorded use is over an hour ago. */
  isUseOutdated: boolean;
  isBlocked: boolean;
}

export interface SessionTable<Row extends SessionRow> {
  /** @param reading reads the session and the call's data in one statement */
  find(
    db: Db,
    sql: SqlClient,
    id: string,
    ip: string | null,
    reading?: CallerQuery<object>,
  ): PromiseLike<readonly Row[]>;
  /** Inserts a session; a retry returns the same row. Returns no row if the person may not sign in. */
  insert(
    sql: SqlClient,
    id: string,
    personId: number,
    lifetimeMs: number,
    details: SessionDetails,
  ): Promise<readonly NewBrowser[]>;
  /** The error for a person who may not sign in. */
  getSignInError: (sql: SqlClient, personId: number) => Promise<DomainError>;
  /** Returns the error to show for a session that a suspension ended. Only users are told the reason. */
  getEndReason?: (sql: SqlClient, id: string) => Promise<DomainError | undefined>;
  /** Updates the time of the last use, which only user sessions record. */
  recordUse?: (sql: SqlClient, id: string) => Promise<unknown>;
  extend(sql: SqlClient, id: string, lifetimeMs: number): Promise<unknown>;
  remove(sql: SqlClient, id: string): Promise<unknown>;
  removeAll(sql: SqlClient, personId: number): Promise<unknown>;
  /** Expired rows, for the cleanup job. */
  expired: readonly DeletableRows[];
}

type UserRow = SessionRow & Omit<AuthenticatedUser, 'id'>;

/** Beyond this, the least recently used sessions end. */
const MAX_SESSIONS_PER_USER = 20;

/**
 * Users' sessions. A suspended user gets no session. The share lock on the user's row makes a concurrent suspension or
 * password change wait. Without the lock, a suspension could miss the new session, which would work again after the
 * suspension is lifted.
 *
 * All parts of a statement see the tables as they were before the statement, so a browser inserted here does not count
 * as known.
 */
export const userTable: SessionTable<UserRow> = {
  find: (_, sql, id, ip, reading) =>
    reading ? reading(sql, sessionRow, id, ip) : sql<CallerColumns[]>`${sessionRow(sql, id, ip)}`,
  insert(sql, id, userId, lifetimeMs, { device = null, browser = null, passwordHash = null, ...d }) {
    const payload = { browser: browserName(d.userAgent), ip: d.ip, at: new Date().toISOString() };
    return sql<NewBrowser[]>`
      with person as (
        select id from users
        where id = ${userId} and suspended_at is null and deleted_at is null
          and (${passwordHash}::text is null or password_hash = ${passwordHash})
        for share),
      created as (
        insert into user_sessions (id, user_id, expires_at, signed_in_by_provider, ip, device, user_agent)
        select ${id}, id, now() + ${lifetimeMs}::float8 * interval '1 millisecond', ${d.signedInByProvider ?? false}, ${d.ip},
          ${device}, ${d.userAgent}
        from person
        on conflict (id) do update set id = excluded.id returning user_id),
      evicted as (
        delete from user_sessions where id in (
          select id from user_sessions where user_id = ${userId} and id <> ${id}
          order by last_seen_at desc, id offset ${MAX_SESSIONS_PER_USER - 1})),
      activity as (update user_stats s set last_activity_at = now() from created where s.user_id = created.user_id),
      remembered_device as (
        insert into known_devices (user_id, device) select user_id, ${device}::text from created
        where ${device}::text is not null
        on conflict (user_id, device) do update set last_seen_at = now()),
      remembered_browser as (
        insert into known_browsers (user_id, hash) select user_id, ${browser}::text from created
        where ${browser}::text is not null
        on conflict (user_id, hash) do update set last_seen_at = now()
        returning xmax = 0 as is_new),
      notified as (
        select enqueue_message('new_device', ${id}, ${userId}, ${JSON.stringify(payload)}::jsonb)
        from remembered_browser where is_new and exists (select 1 from known_browsers where user_id = ${userId}))
      select exists (select from notified) as "inNewBrowser" from created`;
  },
  async getSignInError(sql, userId) {
    const [person] = await sql<{ id: number }[]>`
      select id from users where id = ${userId} and suspended_at is not null and deleted_at is null`;
    return person ? getSuspensionError(person.id) : new DomainError('WRONG_EMAIL_OR_PASSWORD');
  },
  async getEndReason(sql, id) {
    const [session] = await sql<{ user_id: number }[]>`
      select user_id from suspended_sessions where id = ${id} and expires_at > now()`;
    return session && getSuspensionError(session.user_id);
  },
  recordUse: (sql, id) => sql`
    update user_sessions set last_seen_at = now() where id = ${id} and last_seen_at < now() - interval '1 hour'`,
  extend: (sql, id, lifetimeMs) =>
    sql`update user_sessions set expires_at = now() + ${lifetimeMs}::float8 * interval '1 millisecond' where id = ${id}`,
  remove: (sql, id) => sql`delete from user_sessions where id = ${id}`,
  removeAll: (sql, userId) => sql`delete from user_sessions where user_id = ${userId}`,
  expired: [
    { table: 'suspended_sessions', key: ['id'], where: (sql) => sql`expires_at < now()` },
    {
      table: 'user_sessions',
      key: ['id'],
      where: (sql) => sql`expires_at < now() or created_at < now() - ${USER_SESSION_LIFETIME}::interval`,
    },
  ],
};

type AdminRow = SessionRow & Omit<AuthenticatedAdmin, 'id'>;

/** Admins' sessions. No session is created for a deactivated admin, or if the password has changed since the check. */
export const adminTable: SessionTable<AdminRow> = {
  find: (db, _, id) => findAdminSession(db).execute({ id }),
  insert: (sql, id, adminId, lifetimeMs, { passwordHash = null, ...d }) => sql<NewBrowser[]>`
    insert into admin_sessions (id, admin_id, expires_at, ip, user_agent)
    select ${id}, id, now() + ${lifetimeMs}::float8 * interval '1 millisecond', ${d.ip}, ${d.userAgent}
    from admins
    where id = ${adminId} and deactivated_at is null
      and (${passwordHash}::text is null or password_hash = ${passwordHash})
    for share
    on conflict (id) do update set id = excluded.id returning false as "inNewBrowser"`,
  getSignInError: async () => new DomainError('WRONG_USERNAME_OR_PASSWORD'),
  extend: (sql, id, lifetimeMs) =>
    sql`update admin_sessions set expires_at = now() + ${lifetimeMs}::float8 * interval '1 millisecond' where id = ${id}`,
  remove: (sql, id) => sql`delete from admin_sessions where id = ${id}`,
  removeAll: (sql, adminId) => sql`delete from admin_sessions where admin_id = ${adminId}`,
  expired: [
    {
      table: 'admin_sessions',
      key: ['id'],
      where: (sql) => sql`expires_at < now() or created_at < now() - ${ADMIN_SESSION_LIFETIME}::interval`,
    },
  ],
};
