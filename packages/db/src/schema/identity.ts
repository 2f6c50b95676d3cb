import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, instant, primaryId } from '../columns.ts';

export const users = pgTable(
  'users',
  {
    id: primaryId(),
    /** The email address in lower case: the api converts it, and a check constraint enforces it. */
    email: text('email').notNull(),
    /** When the identity provider vouched for the email address, or its owner used a link or code sent to it. */
    emailVerifiedAt: instant('email_verified_at'),
    /** The account is older than verification, so it may spin without a verified email address. */
    verificationWaived: boolean('verification_waived').notNull().default(false),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** `en` or `hi`, for the app and mails; null until a browser reports it. */
    language: text('language'),
    /** PHC string; null for users who only sign in through the provider. */
    passwordHash: text('password_hash'),
    /** The `sub` claim of the identity provider's token; null if the account is not linked. */
    providerUid: text('provider_uid'),
    registrationIp: text('registration_ip'),
    registrationDevice: text('registration_device'),
    /** Helps to tell many people behind one IP address from one person with many accounts. */
    registrationUserAgent: text('registration_user_agent'),
    suspendedAt: instant('suspended_at'),
    suspendedNote: text('suspended_note'),
    /** When the account will be erased on request, unless the person returns before. */
    deletionDueAt: instant('deletion_due_at'),
    /** When the last notice before the erasure was sent. */
    deletionNoticeAt: instant('deletion_notice_at'),
    /** While set, the account is not erased and its logs are kept, for a court or an authority. */
    legalHoldAt: instant('legal_hold_at'),
    legalHoldReason: text('legal_hold_reason'),
    /** Erased: personal data is removed, earnings and payments stay. */
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_email_key').on(t.email),
    uniqueIndex('users_provider_uid_key').on(t.providerUid),
    // Newest first: recent users, user list, fraud registrations.
    index('users_created_at_idx').on(t.createdAt, t.id),
    index('users_registration_ip_idx').on(t.registrationIp),
    index('users_registration_device_idx').on(t.registrationDevice),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
    index('users_legal_hold_at_idx').on(t.legalHoldAt).where(sql`legal_hold_at is not null`),
    index('users_deletion_due_at_idx').on(t.deletionDueAt).where(sql`deletion_due_at is not null`),
    check(
      'users_can_sign_in',
      sql`${t.passwordHash} is not null or ${t.providerUid} is not null or ${t.deletedAt} is not null`,
    ),
  ],
);

export const userSessions = pgTable(
  'user_sessions',
  {
    /** SHA-256 of the cookie's secret, hex: a reader of this table cannot use a session. */
    id: text('id').primaryKey(),
    userId: bigintId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Rounded to the hour, because a write per request would cost more than the request. */
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    /** Whether the user signed in through the identity provider. */
    signedInByProvider: boolean('signed_in_by_provider').notNull().default(false),
    ip: text('ip'),
    device: text('device'),
    userAgent: text('user_agent'),
  },
  (t) => [
    index('user_sessions_user_id_idx').on(t.userId),
    index('user_sessions_expires_at_idx').on(t.expiresAt),
    // For evidence: finds accounts that were used from an IP address or a device.
    index('user_sessions_ip_idx').on(t.ip),
    index('user_sessions_device_idx').on(t.device),
  ],
);

/**
 * Sessions that ended when their user was suspended, kept until the suspension is lifted. They give no access, but
 * explain the suspension to the holder of the cookie and remain as evidence. They have a table of their own, so that no
 * query mistakes them for live sessions.
 */
export const suspendedSessions = pgTable(
  'suspended_sessions',
  {
    id: text('id').primaryKey(),
    userId: bigintId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    ip: text('ip'),
    device: text('device'),
    userAgent: text('user_agent'),
  },
  (t) => [index('suspended_sessions_user_id_idx').on(t.userId)],
);

/** Devices that signed in to an account before: they have their own rate limit for wrong passwords. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: bigintId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    device: text('device').notNull(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('known_devices_key').on(t.userId, t.device)],
);

export const admins = pgTable(
  'admins',
  {
    id: primaryId(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Permissions: packages/contracts/src/access/permissions.ts. */
    role: text('role').notNull().default('manager'),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSignInAt: instant('last_sign_in_at'),
    deactivatedAt: instant('deactivated_at'),
  },
  (t) => [
    uniqueIndex('admins_username_key').on(sql`lower(${t.username})`),
    uniqueIndex('admins_email_key').on(t.email),
    check('admins_email_lower', sql`${t.email} = lower(${t.email})`),
    check('admins_role', sql`${t.role} in ('analyst', 'support', 'manager', 'owner')`),
  ],
);

export const adminSessions = pgTable(
  'admin_sessions',
  {
    /** SHA-256 of the cookie's secret, hex. */
    id: text('id').primaryKey(),
    adminId: bigintId('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Last proof of identity: at the sign-in, or before a sensitive action. */
    verifiedIdentityAt: instant('verified_identity_at').notNull().defaultNow(),
    ip: text('ip'),
    userAgent: text('user_agent'),
  },
  (t) => [index('admin_sessions_admin_id_idx').on(t.adminId), index('admin_sessions_expires_at_idx').on(t.expiresAt)],
);

/** Tokens that create the first admin: one per process that started without any admin. */
export const setupTokens = pgTable('setup_tokens', {
  hash: text('hash').primaryKey(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/**
 * Keys of internal services: stored hashed, shown only when issued, revocable. Names of unrevoked keys are unique,
 * without regard to case: see the index `api_keys_live_name_key` in the migrations.
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: primaryId(),
    name: text('name').notNull(),
    /** The first characters, to recognise a key in a list. */
    prefix: text('prefix').notNull(),
    hash: text('hash').notNull(),
    /** The broad scope of keys that are older than `scopes`. Lists mark these keys as too broad. */
    scope: text('scope'),
    /** Allowed scopes: packages/contracts/src/access/permissions.ts. */
    scopes: text('scopes').array(),
    /** The admin to whom the key was handed over. The key is revoked together with this admin's account. */
    responsibleAdmin: bigintId('responsible_admin').references(() => admins.id),
    expiresAt: instant('expires_at'),
    /** Allowed IP addresses and CIDR blocks; empty: all. */
    addresses: text('addresses').array().notNull().default([]),
    lastIp: text('last_ip'),
    createdBy: bigintId('created_by')
      .notNull()
      .references(() => admins.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    uniqueIndex('api_keys_hash_key').on(t.hash),
    check('api_keys_scope', sql`${t.scope} in ('read', 'read_write')`),
    check('api_keys_reach', sql`(${t.scope} is null) <> (${t.scopes} is null)`),
  ],
);

/**
 * Answers to calls with an `Idempotency-Key`: the same key and body get the same answer, and only one call with a key
 * runs at a time. The answers are readable only with the key, which is not stored. Principals that begin with `once:`
 * hold results of calls that must not happen twice, see packages/core/src/kernel/run-once.ts.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Who sent the key. Equal keys of different callers are different keys. */
    principal: text('principal').notNull(),
    /** SHA-256 of the key that the caller sent. */
    key: text('key').notNull(),
    /** HMAC-SHA256 over method, path and body, keyed by the sent key. Another request with the same key is refused. */
    requestHash: text('request_hash').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Deadline of the running call. After the deadline its process counts as dead. */
    lockedUntil: instant('locked_until').notNull(),
    /** Random id by which the running call recognises its key; null for results under `once:`. */
    claim: text('claim'),
    /** HTTP status of the answer; null until answered. */
    status: integer('status'),
    /** Sealed with the sent key. Null until answered; empty if answers are not kept. */
    answer: text('answer'),
  },
  (t) => [
    primaryKey({ name: 'idempotency_keys_pkey', columns: [t.principal, t.key] }),
    index('idempotency_keys_created_at_idx').on(t.createdAt),
    check('idempotency_keys_answered', sql`(${t.status} is null) = (${t.answer} is null)`),
  ],
);

/** Rate limits of all processes: the table of rate-limiter-flexible's RateLimiterPostgres. `expire`: ms since 1970. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expire: bigint('expire', { mode: 'number' }),
  },
  (t) => [index('rate_limits_expire_idx').on(t.expire)],
);
