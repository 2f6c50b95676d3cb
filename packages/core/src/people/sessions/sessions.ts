import type { DomainError } from '@inaam/contracts/common/errors';
import type { SqlClient } from '@inaam/db/client';
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
import { readCookie } from './read-cookie.ts';
import {
  type AuthenticatedAdmin,
  type AuthenticatedUser,
  adminTable,
  type SessionDetails,
  type SessionRow,
  type SessionTable,
  userTable,
} from './session-tables.ts';

export type { Cookie } from 'lucia';

/**
 * Sessions of both realms: users and admins. Only this file uses Lucia, which is deprecated. Its parts (sliding expiry,
 * cookies) can be replaced behind this interface.
 *
 * The cookie carries the secret. The tables store its SHA-256, which is also the session's public ID.
 */
export interface Sessions<Person> {
  /**
   * Opens a session. The same statement also remembers a user's browser and device.
   * @param tx the caller's transaction, if any; the session exists after its commit
   * @throws DomainError for a person who may not sign in: SUSPENDED, or wrong credentials
   */
  create(personId: number, details: SessionDetails, tx?: SqlClient): Promise<CreatedSession>;
  /**
   * Returns the session of a `Cookie` header, with a new cookie if it was renewed.
   * @param ip the caller's IP address
   * @param reading a statement that finds the session together with other data
   */
  validate(
    cookieHeader: string | undefined,
    ip: string | null,
    reading?: CallerQuery<object>,
  ): Promise<ValidatedSession<Person> | undefined>;
  /** Explains why a session ended, if the reason was a suspension that is still in force. */
  getEndReason(cookieHeader: string | undefined): Promise<DomainError | undefined>;
  /**
   * Returns the session's person from this process's cache. The session may have ended since, so the statement that
   * acts must check it.
   */
  getCachedPersonId(cookieHeader: string | undefined): number | undefined;
  /** Whether a `Cookie` header carries a session, valid or not. */
  hasCookie(cookieHeader: string | undefined): boolean;
  revoke(sessionId: string): Promise<void>;
  /** Ends the session of a `Cookie` header, valid or not, before a new sign-in. */
  endSessionOfCookie(cookieHeader: string | undefined): Promise<void>;
  /** A cookie that clears the session. */
  blankCookie(): Cookie;
  deleteExpired(): Promise<void>;
}

export interface CreatedSession {
  sessionId: string;
  cookie: Cookie;
  /** This browser is new, and the user has used another browser before. The user is notified. */
  inNewBrowser: boolean;
}

export interface ValidatedSession<Person> {
  sessionId: string;
  person: Person;
  device: string | null;
  /** The caller's IP address or the session's device is blocked. */
  isBlocked: boolean;
  renewed: Cookie | undefined;
  /** All rows that the statement returned, not only the session's. */
  rows: readonly object[];
}

declare module 'lucia' {
  interface Register {
    UserId: number;
    // Lucia's `Register` is global, but the realms differ, so these types stay open here and are narrowed below.
    DatabaseUserAttributes: Record<string, unknown>;
    DatabaseSessionAttributes: Record<string, unknown>;
  }
}

const hashSecret = (secret: string): string => sha256(secret);

/** @param getCurrentRow returns the row under validation, which has more columns than Lucia reads */
function createAdapter<Row extends SessionRow>(
  kernel: Kernel,
  table: SessionTable<Row>,
  getCurrentRow: () => Row,
): Adapter {
  return {
    async getSessionAndUser(secret): Promise<[DatabaseSession | null, DatabaseUser | null]> {
      const row = getCurrentRow();
      // Lucia compares this time with the process's clock; only the remaining time matters.
      const expiresAt = new Date(Date.now() + row.leftMs);
      const session = { id: secret, userId: row.personId, expiresAt, attributes: {} };
      return [session, { id: row.personId, attributes: {} }];
    },
    getUserSessions: () => Promise.reject(new Error('sessions cannot be listed: their secrets are not stored')),
    setSession: () => Promise.reject(new Error('sessions are not created through Lucia')),
    async updateSessionExpiration(id, expiresAt) {
      await kernel.runIdempotent((sql) => table.extend(sql, hashSecret(id), expiresAt.getTime() - Date.now()));
    },
    async deleteSession(id) {
      await kernel.runIdempotent((sql) => table.remove(sql, hashSecret(id)));
    },
    async deleteUserSessions(userId) {
      await kernel.runIdempotent((sql) => table.removeAll(sql, userId));
    },
    async deleteExpiredSessions() {
      for (const rows of table.expired) await deleteInBatches(kernel, rows);
    },
  };
}

interface RealmOptions<Row, Person> {
  cookieName: string;
  secure: boolean;
  lifetime: TimeSpan;
  person: (row: Row) => Person;
}

/** The length of Lucia's secrets. */
const SECRET_BYTES = 25;
/** A secret has 40 characters of lower-case base32. The pattern also accepts the readable secrets of test data. */
const SECRET = '[a-z\\d]{1,64}';

/** This many entries take some megabytes of memory. */
const MAX_CACHED_SESSIONS = 20_000;

function createRealmSessions<Row extends SessionRow, Person extends object>(
  kernel: Kernel,
  table: SessionTable<Row>,
  options: RealmOptions<Row, Person>,
): Sessions<Person> {
  let currentRow: Row | undefined;
  /** Person IDs by session ID. A session never changes its person. */
  const personIds = new LRUCache<string, number>({ max: MAX_CACHED_SESSIONS });
  const getCurrentRow = (): Row => {
    if (!currentRow) throw new Error('no session is being validated');
    return currentRow;
  };
  const lucia = new Lucia(createAdapter(kernel, table, getCurrentRow), {
    sessionExpiresIn: options.lifetime,
    sessionCookie: {
      name: options.secure ? `__Host-${options.cookieName}` : options.cookieName,
      attributes: { secure: options.secure, sameSite: 'lax', path: '/' },
    },
  });
  const readSecret = (cookieHeader: string | undefined) => readCookie(cookieHeader, lucia.sessionCookieName, SECRET);
  async function toSession(secret: string, row: Row): Promise<Omit<ValidatedSession<Person>, 'rows'> | undefined> {
    // Lucia calls its adapter synchronously, so concurrent calls cannot interfere.
    currentRow = row;
    const validated = lucia.validateSession(secret);
    currentRow = undefined;
    const { session } = await validated;
    if (!session) return undefined;
    personIds.set(row.id, row.personId);
    const { recordUse } = table;
    if (row.isUseOutdated && recordUse) await kernel.runIdempotent((sql) => recordUse(sql, row.id));
    return {
      sessionId: row.id,
      person: options.person(row),
      device: row.device,
      isBlocked: row.isBlocked,
      renewed: session.fresh ? lucia.createSessionCookie(session.id) : undefined,
    };
  }
  return {
    async create(personId, details, tx) {
      const secret = generateIdFromEntropySize(SECRET_BYTES);
      const sessionId = hashSecret(secret);
      const lifetimeMs = options.lifetime.milliseconds();
      const insert = (sql: SqlClient) => table.insert(sql, sessionId, personId, lifetimeMs, details);
      const [created] = await (tx ? insert(tx) : kernel.runIdempotent(insert));
      // The person was suspended or deactivated, or the password changed, since the check.
      if (!created) throw await kernel.read((_, sql) => table.getSignInError(sql, personId));
      personIds.set(sessionId, personId);
      return { sessionId, cookie: lucia.createSessionCookie(secret), inNewBrowser: created.inNewBrowser };
    },
    async validate(cookieHeader, ip, reading) {
      const secret = readSecret(cookieHeader);
      if (!secret) return undefined;
      const rows = await kernel.read(async (db, sql) => table.find(db, sql, hashSecret(secret), ip, reading));
      const [row] = rows;
      const session = row && (await toSession(secret, row));
      return session && { ...session, rows };
    },
    async getEndReason(cookieHeader) {
      const secret = readSecret(cookieHeader);
      const { getEndReason } = table;
      return secret && getEndReason ? kernel.read((_, sql) => getEndReason(sql, hashSecret(secret))) : undefined;
    },
    getCachedPersonId(cookieHeader) {
      const secret = readSecret(cookieHeader);
      return secret ? personIds.get(hashSecret(secret)) : undefined;
    },
    hasCookie: (cookieHeader) => readSecret(cookieHeader) !== undefined,
    async revoke(sessionId) {
      await kernel.runIdempotent((sql) => table.remove(sql, sessionId));
    },
    async endSessionOfCookie(cookieHeader) {
      const secret = readSecret(cookieHeader);
      if (secret) await kernel.runIdempotent((sql) => table.remove(sql, hashSecret(secret)));
    },
    blankCookie: () => lucia.createBlankSessionCookie(),
    deleteExpired: () => lucia.deleteExpiredSessions(),
  };
}

/** @param secure adds the Secure attribute and the `__Host-` prefix, for HTTPS */
export const createUserSessions = (kernel: Kernel, secure: boolean): Sessions<AuthenticatedUser> =>
  createRealmSessions(kernel, userTable, {
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

export const createAdminSessions = (kernel: Kernel, secure: boolean): Sessions<AuthenticatedAdmin> =>
  createRealmSessions(kernel, adminTable, {
    cookieName: 'inaam_admin',
    secure,
    lifetime: new TimeSpan(12, 'h'),
    person: (row) => ({
      id: row.personId,
      username: row.username,
      email: row.email,
      role: row.role,
      hasFactor: row.hasFactor,
      isRecentlyAuthenticated: row.isRecentlyAuthenticated,
    }),
  });
