import type { Role } from '@inaam/contracts/access/permissions';
import { DomainError } from '@inaam/contracts/common/errors';
import type { Db, MoveSql } from '@inaam/db/client';
import {
  type Adapter,
  type Cookie,
  type DatabaseSession,
  type DatabaseUser,
  generateIdFromEntropySize,
  Lucia,
  TimeSpan,
} from 'lucia';
import { browserName } from '../account/browser-name.ts';
import type { Caller } from '../kernel/actor.ts';
import { sha256 } from '../kernel/digest.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { type Doomed, deleteInBatches } from '../kernel/repeat-in-batches.ts';
import {
  ADMIN_LIFETIME,
  findAdminSession,
  findUserSession,
  type SessionReading,
  USER_LIFETIME,
} from './find-session.ts';
import { suspension } from './suspension.ts';

export type { Cookie } from 'lucia';

/**
 * Sessions of both realms. The only file that knows Lucia, whose author has wound it down: what it does here (sliding
 * renewal, cookies) can be replaced behind this interface.
 *
 * The cookie carries the secret; the tables hold its SHA-256, which also is the session's public name.
 */
export interface Sessions<Person> {
  /**
   * Opens a session, and remembers a user's browser and device in the same statement.
   * @throws DomainError for who may not sign in any more: SUSPENDED, or that the address or name and password are wrong
   */
  create(personId: number, details: SessionDetails): Promise<SessionMade>;
  /**
   * The person behind a `Cookie` header, with a cookie to set where the session was renewed.
   * @param ip where the call comes from
   */
  validate(cookieHeader: string | undefined, ip: string | null): Promise<SessionFound<Person> | undefined>;
  /**
   * The same, by a statement that reads along what the call is about.
   * @returns with all rows of the statement
   */
  validateReading<Extra extends object>(
    cookieHeader: string | undefined,
    ip: string | null,
    reading: SessionReading<Extra>,
  ): Promise<(SessionFound<Person> & { rows: readonly Extra[] }) | undefined>;
  /**
   * Why a session that a `Cookie` header carries has ended, where it is one that its holder is told of: a suspension
   * that lasts.
   */
  whyEnded(cookieHeader: string | undefined): Promise<DomainError | undefined>;
  /**
   * The person whose session a `Cookie` header carries, where this process has made it or found it to be good: it may
   * have ended since. Whoever acts on it asks the database all the same, in the statement that acts.
   */
  personSeenWith(cookieHeader: string | undefined): number | undefined;
  /** Does a `Cookie` header carry a session, good or not? */
  isCarriedBy(cookieHeader: string | undefined): boolean;
  revoke(sessionId: string): Promise<void>;
  /** Ends the session that a `Cookie` header carries, good or not: who signs in anew leaves the earlier one. */
  endCarried(cookieHeader: string | undefined): Promise<void>;
  /** The cookie that clears the session in the browser. */
  blankCookie(): Cookie;
  deleteExpired(): Promise<void>;
}

export interface SessionMade {
  sessionId: string;
  cookie: Cookie;
  /** A user has signed in with other browsers before, and not with this one: they were told. */
  inNewBrowser: boolean;
}

export interface SessionDetails extends Caller {
  device?: string | undefined;
  fromProvider?: boolean;
  /** The hash that the password was found to be right by: no session where it has been changed since. */
  passwordHash?: string | null;
}

export interface SessionFound<Person> {
  sessionId: string;
  person: Person;
  device: string | null;
  /** Has an admin blocked the address or the session's device? */
  isBlocked: boolean;
  renewed: Cookie | undefined;
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

declare module 'lucia' {
  interface Register {
    UserId: number;
    // Register is program-wide while the realms differ, so both stay open here and are narrowed below.
    DatabaseUserAttributes: Record<string, unknown>;
    DatabaseSessionAttributes: Record<string, unknown>;
  }
}

const nameOf = (secret: string): string => sha256(secret);

interface SessionRow {
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
interface Store<Row extends SessionRow> {
  find(db: Db, id: string, ip: string | null): Promise<Row[]>;
  /** Gives the row, also when an earlier try has made it; none for a person who may not sign in. */
  insert(
    sql: MoveSql,
    id: string,
    personId: number,
    lastsMs: number,
    details: SessionDetails,
  ): Promise<readonly Pick<SessionMade, 'inNewBrowser'>[]>;
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
  expired: readonly Doomed[];
}

type UserRow = SessionRow & Omit<SignedInPerson, 'id'>;

/** More than anybody has of devices; beyond it the ones that were used longest ago end. */
const SESSIONS_OF_A_USER = 20;

/**
 * A suspended user has no session, whatever the table still holds. The lock on the user's row puts a sign-in either
 * before a flag, which then ends its session, or after it: without it the flag would not see the session, and the
 * session would be back when the flag is lifted. Likewise with a password that is changed while somebody signs in with
 * the one before. All that is written follows from the session, and so comes after that lock. What is known of browsers
 * is read as it was before the statement.
 */
const userStore: Store<UserRow> = {
  find: (db, id, ip) => findUserSession(db).execute({ id, ip }),
  insert(sql, id, userId, lastsMs, { device = null, browser = null, passwordHash = null, ...d }) {
    const news = { browser: browserName(d.userAgent), ip: d.ip, at: new Date().toISOString() };
    return sql<Pick<SessionMade, 'inNewBrowser'>[]>`
      with person as (
        select id from users
        where id = ${userId} and suspended_at is null and deleted_at is null
          and (${passwordHash}::text is null or password_hash = ${passwordHash})
        for share),
      made as (
        insert into user_sessions (id, user_id, expires_at, from_provider, ip, device, user_agent)
        select ${id}, id, now() + ${lastsMs}::float8 * interval '1 millisecond', ${d.fromProvider ?? false}, ${d.ip},
          ${device}, ${d.userAgent}
        from person
        on conflict (id) do update set id = excluded.id returning user_id),
      crowded as (
        delete from user_sessions where id in (
          select id from user_sessions where user_id = ${userId} and id <> ${id}
          order by last_seen_at desc, id offset ${SESSIONS_OF_A_USER - 1})),
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
    return person ? suspension(person.id) : new DomainError('WRONG_EMAIL_OR_PASSWORD');
  },
  async whyEnded(sql, id) {
    const [session] = await sql<{ user_id: number }[]>`
      select user_id from suspended_sessions where id = ${id} and expires_at > now()`;
    return session && suspension(session.user_id);
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
      which: (sql) => sql`expires_at < now() or created_at < now() - ${USER_LIFETIME}::interval`,
    },
  ],
};

type AdminRow = SessionRow & Omit<AdminPerson, 'id'>;

/** Likewise an admin who is deactivated, or whose password is changed. */
const adminStore: Store<AdminRow> = {
  find: (db, id) => findAdminSession(db).execute({ id }),
  insert: (sql, id, adminId, lastsMs, { passwordHash = null, ...d }) => sql<Pick<SessionMade, 'inNewBrowser'>[]>`
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
      which: (sql) => sql`expires_at < now() or created_at < now() - ${ADMIN_LIFETIME}::interval`,
    },
  ],
};

/** @param take gives the row of the session that is being validated, which was read with more than Lucia knows of */
function adapter<Row extends SessionRow>(kernel: Kernel, store: Store<Row>, take: () => Row): Adapter {
  return {
    async getSessionAndUser(secret): Promise<[DatabaseSession | null, DatabaseUser | null]> {
      const row = take();
      // On the clock of this process, which Lucia asks: what is left is what counts.
      const expiresAt = new Date(Date.now() + row.leftMs);
      const session = { id: secret, userId: row.personId, expiresAt, attributes: {} };
      return [session, { id: row.personId, attributes: {} }];
    },
    getUserSessions: () => Promise.reject(new Error('secrets are not stored, so sessions cannot be listed by them')),
    setSession: () => Promise.reject(new Error('a session is made with more than Lucia knows of')),
    async updateSessionExpiration(id, expiresAt) {
      await kernel.move((sql) => store.extend(sql, nameOf(id), expiresAt.getTime() - Date.now()));
    },
    async deleteSession(id) {
      await kernel.move((sql) => store.remove(sql, nameOf(id)));
    },
    async deleteUserSessions(userId) {
      await kernel.move((sql) => store.removeAll(sql, userId));
    },
    async deleteExpiredSessions() {
      for (const doomed of store.expired) await deleteInBatches(kernel, doomed);
    },
  };
}

interface RealmOptions<Row, Person> {
  cookieName: string;
  secure: boolean;
  lifetime: TimeSpan;
  person: (row: Row) => Person;
}

/** As Lucia draws them. */
const SECRET_BYTES = 25;

/** Sessions whose person a process remembers: some megabytes. */
const MOST_SEEN = 20_000;

function realm<Row extends SessionRow, Person extends object>(
  kernel: Kernel,
  store: Store<Row>,
  options: RealmOptions<Row, Person>,
): Sessions<Person> {
  let handed: Row | undefined;
  /** By a session's name; those that were used longest ago come first. A session never changes its person. */
  const seen = new Map<string, number>();
  const note = (name: string, personId: number): void => {
    seen.delete(name);
    if (seen.size >= MOST_SEEN) for (const first of seen.keys()) if (seen.delete(first)) break;
    seen.set(name, personId);
  };
  const take = (): Row => {
    if (!handed) throw new Error('no session is being validated');
    return handed;
  };
  const lucia = new Lucia(adapter(kernel, store, take), {
    sessionExpiresIn: options.lifetime,
    sessionCookie: {
      name: options.secure ? `__Host-${options.cookieName}` : options.cookieName,
      attributes: { secure: options.secure, sameSite: 'lax', path: '/' },
    },
  });
  async function toSession(secret: string, row: Row): Promise<SessionFound<Person> | undefined> {
    // Lucia asks its adapter at once, before anybody else can run.
    handed = row;
    const validated = lucia.validateSession(secret);
    handed = undefined;
    const { session } = await validated;
    if (!session) return undefined;
    note(row.id, row.personId);
    const { noteUse } = store;
    if (row.unseen && noteUse) await kernel.move((sql) => noteUse(sql, row.id));
    return {
      sessionId: row.id,
      person: options.person(row),
      device: row.device,
      isBlocked: row.isBlocked,
      renewed: session.fresh ? lucia.createSessionCookie(session.id) : undefined,
    };
  }
  return {
    async create(personId, details) {
      const secret = generateIdFromEntropySize(SECRET_BYTES);
      const sessionId = nameOf(secret);
      const lastsMs = options.lifetime.milliseconds();
      const [made] = await kernel.move((sql) => store.insert(sql, sessionId, personId, lastsMs, details));
      // Flagged or deactivated since the password was checked, or it was changed.
      if (!made) throw await kernel.read((_, sql) => store.refusal(sql, personId));
      note(sessionId, personId);
      return { sessionId, cookie: lucia.createSessionCookie(secret), inNewBrowser: made.inNewBrowser };
    },
    async validate(cookieHeader, ip) {
      const secret = lucia.readSessionCookie(cookieHeader ?? '');
      if (!secret) return undefined;
      const [row] = await kernel.read((db) => store.find(db, nameOf(secret), ip));
      return row && toSession(secret, row);
    },
    async validateReading(cookieHeader, ip, reading) {
      const secret = lucia.readSessionCookie(cookieHeader ?? '');
      if (!secret) return undefined;
      const rows = await kernel.read(async (_, sql) => reading(sql, nameOf(secret), ip));
      const [first] = rows;
      if (!first) return undefined;
      const session = await toSession(secret, first as unknown as Row);
      return session && { ...session, rows };
    },
    async whyEnded(cookieHeader) {
      const secret = lucia.readSessionCookie(cookieHeader ?? '');
      const { whyEnded } = store;
      return secret && whyEnded ? kernel.read((_, sql) => whyEnded(sql, nameOf(secret))) : undefined;
    },
    personSeenWith(cookieHeader) {
      const secret = lucia.readSessionCookie(cookieHeader ?? '');
      return secret ? seen.get(nameOf(secret)) : undefined;
    },
    isCarriedBy: (cookieHeader) => lucia.readSessionCookie(cookieHeader ?? '') !== null,
    async revoke(sessionId) {
      await kernel.move((sql) => store.remove(sql, sessionId));
    },
    async endCarried(cookieHeader) {
      const secret = lucia.readSessionCookie(cookieHeader ?? '');
      if (secret) await kernel.move((sql) => store.remove(sql, nameOf(secret)));
    },
    blankCookie: () => lucia.createBlankSessionCookie(),
    deleteExpired: () => lucia.deleteExpiredSessions(),
  };
}

/** @param secure https: the cookie is Secure and has the `__Host-` prefix */
export const createUserSessions = (kernel: Kernel, secure: boolean): Sessions<SignedInPerson> =>
  realm(kernel, userStore, {
    cookieName: 'inaam_user',
    secure,
    lifetime: new TimeSpan(30, 'd'),
    person: (row) => ({
      id: row.personId,
      firstName: row.firstName,
      lastName: row.lastName,
      email: row.email,
      verified: row.verified,
    }),
  });

export const createAdminSessions = (kernel: Kernel, secure: boolean): Sessions<AdminPerson> =>
  realm(kernel, adminStore, {
    cookieName: 'inaam_admin',
    secure,
    lifetime: new TimeSpan(12, 'h'),
    person: (row) => ({
      id: row.personId,
      username: row.username,
      email: row.email,
      role: row.role,
      hasFactor: row.hasFactor,
      provedLately: row.provedLately,
    }),
  });
