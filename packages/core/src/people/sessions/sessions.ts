import type { DomainError } from '@inaam/contracts/common/errors';
import { LRUCache } from 'lru-cache';
import {
  type Adapter,
  type Cookie,
  type DatabaseSession,
  type DatabaseUser,
  generateIdFromEntropySize,
  Lucia,
  TimeSpan,
} from 'lucia';
import type { CallerQuery } from '../../kernel/caller.ts';
import { sha256 } from '../../kernel/digest.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { deleteInBatches } from '../../kernel/repeat-in-batches.ts';
import {
  type AdminPerson,
  adminTable,
  type SessionDetails,
  type SessionRow,
  type SessionTable,
  type SignedInPerson,
  userTable,
} from './session-tables.ts';

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
  create(personId: number, details: SessionDetails): Promise<CreatedSession>;
  /**
   * The person behind a `Cookie` header, with a cookie to set where the session was renewed.
   * @param ip where the call comes from
   * @param reading a statement that finds a user's session and reads what the call is about
   */
  validate(
    cookieHeader: string | undefined,
    ip: string | null,
    reading?: CallerQuery<object>,
  ): Promise<ValidatedSession<Person> | undefined>;
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

export interface CreatedSession {
  sessionId: string;
  cookie: Cookie;
  /** A user has signed in with other browsers before, and not with this one: they were told. */
  inNewBrowser: boolean;
}

export interface ValidatedSession<Person> {
  sessionId: string;
  person: Person;
  device: string | null;
  /** Has an admin blocked the address or the session's device? */
  isBlocked: boolean;
  renewed: Cookie | undefined;
  /** All rows of the statement that found it. */
  rows: readonly object[];
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

/** @param take gives the row of the session that is being validated, which was read with more than Lucia knows of */
function adapter<Row extends SessionRow>(kernel: Kernel, table: SessionTable<Row>, take: () => Row): Adapter {
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
      await kernel.move((sql) => table.extend(sql, nameOf(id), expiresAt.getTime() - Date.now()));
    },
    async deleteSession(id) {
      await kernel.move((sql) => table.remove(sql, nameOf(id)));
    },
    async deleteUserSessions(userId) {
      await kernel.move((sql) => table.removeAll(sql, userId));
    },
    async deleteExpiredSessions() {
      for (const doomed of table.expired) await deleteInBatches(kernel, doomed);
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
  table: SessionTable<Row>,
  options: RealmOptions<Row, Person>,
): Sessions<Person> {
  let handed: Row | undefined;
  /** Person ids by session name. A session never changes its person. */
  const seen = new LRUCache<string, number>({ max: MOST_SEEN });
  const take = (): Row => {
    if (!handed) throw new Error('no session is being validated');
    return handed;
  };
  const lucia = new Lucia(adapter(kernel, table, take), {
    sessionExpiresIn: options.lifetime,
    sessionCookie: {
      name: options.secure ? `__Host-${options.cookieName}` : options.cookieName,
      attributes: { secure: options.secure, sameSite: 'lax', path: '/' },
    },
  });
  async function toSession(secret: string, row: Row): Promise<Omit<ValidatedSession<Person>, 'rows'> | undefined> {
    // Lucia asks its adapter at once, before anybody else can run.
    handed = row;
    const validated = lucia.validateSession(secret);
    handed = undefined;
    const { session } = await validated;
    if (!session) return undefined;
    seen.set(row.id, row.personId);
    const { noteUse } = table;
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
      const [made] = await kernel.move((sql) => table.insert(sql, sessionId, personId, lastsMs, details));
      // Flagged or deactivated since the password was checked, or it was changed.
      if (!made) throw await kernel.read((_, sql) => table.refusal(sql, personId));
      seen.set(sessionId, personId);
      return { sessionId, cookie: lucia.createSessionCookie(secret), inNewBrowser: made.inNewBrowser };
    },
    async validate(cookieHeader, ip, reading) {
      const secret = lucia.readSessionCookie(cookieHeader ?? '');
      if (!secret) return undefined;
      const rows = await kernel.read(async (db, sql) => table.find(db, sql, nameOf(secret), ip, reading));
      const [row] = rows;
      const session = row && (await toSession(secret, row));
      return session && { ...session, rows };
    },
    async whyEnded(cookieHeader) {
      const secret = lucia.readSessionCookie(cookieHeader ?? '');
      const { whyEnded } = table;
      return secret && whyEnded ? kernel.read((_, sql) => whyEnded(sql, nameOf(secret))) : undefined;
    },
    personSeenWith(cookieHeader) {
      const secret = lucia.readSessionCookie(cookieHeader ?? '');
      return secret ? seen.get(nameOf(secret)) : undefined;
    },
    isCarriedBy: (cookieHeader) => lucia.readSessionCookie(cookieHeader ?? '') !== null,
    async revoke(sessionId) {
      await kernel.move((sql) => table.remove(sql, sessionId));
    },
    async endCarried(cookieHeader) {
      const secret = lucia.readSessionCookie(cookieHeader ?? '');
      if (secret) await kernel.move((sql) => table.remove(sql, nameOf(secret)));
    },
    blankCookie: () => lucia.createBlankSessionCookie(),
    deleteExpired: () => lucia.deleteExpiredSessions(),
  };
}

/** @param secure https: the cookie is Secure and has the `__Host-` prefix */
export const createUserSessions = (kernel: Kernel, secure: boolean): Sessions<SignedInPerson> =>
  realm(kernel, userTable, {
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
  realm(kernel, adminTable, {
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
