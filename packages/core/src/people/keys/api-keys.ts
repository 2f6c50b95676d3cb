import { randomBytes } from 'node:crypto';
import {
  type KeyScope,
  type ServiceKeyInput,
  type ServiceKeyList,
  scopesOfBroadKeys,
} from '@inaam/contracts/access/api-keys';
import type { Scope } from '@inaam/contracts/access/permissions';
import { DomainError } from '@inaam/contracts/common/errors';
import type { Tx } from '@inaam/db/client';
import { admins, apiKeys } from '@inaam/db/schema/identity';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor, AdminActor, Caller } from '../../kernel/actor.ts';
import { isInAllowlist } from '../../kernel/address.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { sha256 } from '../../kernel/digest.ts';
import { getViolatedConstraint } from '../../kernel/failures.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { prepareQuery } from '../../kernel/prepared.ts';
import { oneRow } from '../../kernel/rows.ts';
import { recordSecurityEvent, type SecurityEventLog } from '../security-events/security-event-log.ts';

/** Prefix of every key, which makes leaked keys recognisable. */
const KEY_PREFIX = 'inaam_';
const PREFIX_LENGTH = KEY_PREFIX.length + 6;

const holders = alias(admins, 'holders');

/** Lists keys: live keys before revoked keys, and the newest first. */
export async function listKeys(kernel: Kernel): Promise<ServiceKeyList> {
  const rows = await kernel.read((db) =>
    db
      .select({
        key: apiKeys,
        createdBy: admins.username,
        responsibleAdmin: holders.username,
        isUnused: sql<boolean>`coalesce(${apiKeys.lastUsedAt}, ${apiKeys.createdAt}) < now() - interval '90 days'`,
      })
      .from(apiKeys)
      .innerJoin(admins, eq(admins.id, apiKeys.createdBy))
      .innerJoin(holders, eq(holders.id, sql`coalesce(${apiKeys.responsibleAdmin}, ${apiKeys.createdBy})`))
      .orderBy(sql`${apiKeys.revokedAt} desc nulls first`, desc(apiKeys.id)),
  );
  return {
    keys: rows.map(({ key, createdBy, responsibleAdmin, isUnused }) => ({
      key_id: key.id,
      name: key.name,
      prefix: key.prefix,
      is_too_broad: key.scope !== null,
      scope: key.scope as KeyScope | null,
      scopes: key.scopes ?? [],
      addresses: key.addresses,
      expires_at: key.expiresAt?.toISOString() ?? null,
      responsible_admin: responsibleAdmin,
      last_ip: key.lastIp,
      is_unused: isUnused,
      created_by: createdBy,
      created_at: key.createdAt.toISOString(),
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
      revoked_at: key.revokedAt?.toISOString() ?? null,
    })),
  };
}

/**
 * Issues a key. The key is returned only here; the table stores its SHA-256, which is enough for 256 random bits.
 * @throws DomainError KEY_NAME_TAKEN if another live key has the name
 */
export async function issueKey(
  { kernel, actor }: CommandContext<object, AdminActor>,
  { name, scope, scopes, expires_in_days: days, addresses = [] }: ServiceKeyInput,
): Promise<string> {
  const key = KEY_PREFIX + randomBytes(32).toString('base64url');
  const prefix = key.slice(0, PREFIX_LENGTH);
  await kernel
    .write(async (tx) => {
      const row = oneRow(
        await tx
          .insert(apiKeys)
          .values({
            name,
            prefix,
            hash: sha256(key),
            scope: scope ?? null,
            scopes: scopes ?? null,
            addresses,
            expiresAt: days === undefined ? null : sql`now() + make_interval(days => ${days})`,
            createdBy: actor.id,
          })
          .returning({ id: apiKeys.id }),
      );
      await writeAuditEntry(tx, actor, {
        action: 'keys.issue',
        subject: String(row.id),
        after: { name, prefix, ...describeScope({ scope, scopes }), addresses },
      });
    })
    .catch((error: unknown) => {
      if (getViolatedConstraint(error) !== 'api_keys_live_name_key') throw error;
      throw new DomainError('KEY_NAME_TAKEN', { field: 'name' });
    });
  return key;
}

/** Revokes a key immediately. Idempotent. @throws DomainError KEY_NOT_FOUND */
export async function revokeKey(
  { kernel, actor, securityEventLog }: CommandContext<{ securityEventLog: SecurityEventLog }, AdminActor>,
  caller: Caller,
  keyId: number,
): Promise<void> {
  const isRevoked = await kernel.write(async (tx) => {
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)))
      .returning();
    if (!revoked) {
      const [existing] = await tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, keyId));
      if (!existing) throw new DomainError('KEY_NOT_FOUND');
      return false;
    }
    await auditRevoked(tx, actor, revoked);
    return true;
  });
  if (!isRevoked) return;
  const { kind, id, name } = actor;
  recordSecurityEvent({ securityEventLog }, caller, {
    kind: 'key_revoked',
    realm: 'admin',
    actor: { kind, id, name },
    detail: `key ${keyId}`,
  });
}

type KeyRow = typeof apiKeys.$inferSelect;

const describeScope = ({
  scope,
  scopes,
}: {
  scope?: string | null | undefined;
  scopes?: string[] | null | undefined;
}) => (scopes ? { scopes } : { scope });

async function auditRevoked(tx: Tx, actor: Actor, key: KeyRow): Promise<void> {
  const summary = { name: key.name, prefix: key.prefix, ...describeScope(key) };
  await writeAuditEntry(tx, actor, {
    action: 'keys.revoke',
    subject: String(key.id),
    before: { ...summary, live: true },
    after: { ...summary, live: false },
  });
}

/** Revokes the keys that an admin is responsible for. */
export async function revokeAdminKeys(tx: Tx, actor: Actor, adminId: number): Promise<void> {
  const revokedKeys = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(
      and(sql`coalesce(${apiKeys.responsibleAdmin}, ${apiKeys.createdBy}) = ${adminId}`, isNull(apiKeys.revokedAt)),
    )
    .returning();
  for (const key of revokedKeys) await auditRevoked(tx, actor, key);
}

/**
 * Transfers the responsibility for a live key to another admin.
 * @throws DomainError KEY_NOT_FOUND, also for a revoked key; ADMIN_NOT_FOUND, also for a deactivated admin
 */
export async function handOverKey(
  { kernel, actor }: CommandContext,
  { key_id: keyId, admin_id: adminId }: { key_id: number; admin_id: number },
): Promise<void> {
  await kernel.write(async (tx) => {
    const [holder] = await tx
      .select()
      .from(admins)
      .where(and(eq(admins.id, adminId), isNull(admins.deactivatedAt)))
      .for('share');
    if (!holder) throw new DomainError('ADMIN_NOT_FOUND');
    const [key] = await tx
      .update(apiKeys)
      .set({ responsibleAdmin: adminId })
      .where(and(eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)))
      .returning();
    if (!key) throw new DomainError('KEY_NOT_FOUND');
    const after = { name: key.name, responsible_admin: holder.username };
    await writeAuditEntry(tx, actor, { action: 'keys.transfer', subject: String(keyId), after });
  });
}

export interface FoundKey {
  id: number;
  name: string;
  /** Null for keys with individual scopes. */
  scope: KeyScope | null;
  scopes: readonly Scope[];
  /** The IP address of the previous use; undefined if it is the same or unknown. */
  movedFrom: string | undefined;
}

const isLive = and(isNull(apiKeys.revokedAt), sql`(${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > now())`);

const findLiveKey = prepareQuery((db) => {
  const { id, name, scope, scopes, addresses, lastIp, lastUsedAt, hash } = apiKeys;
  return db
    .select({
      id,
      name,
      scope: sql<KeyScope | null>`${scope}`,
      scopes: sql<Scope[] | null>`${scopes}`,
      addresses,
      lastIp,
      stale: sql<boolean>`coalesce(${lastUsedAt} < now() - interval '1 minute', true)`,
    })
    .from(apiKeys)
    .where(and(eq(hash, sql.placeholder('hash')), isLive))
    .prepare('find_live_key');
});

/**
 * Finds the live key of an `Authorization: Bearer …` header. The last use is written when the IP address changes, but
 * otherwise at most once a minute, because a write per call would cost more than the call.
 * @throws DomainError KEY_WRONG_ADDRESS if the key is bound to other IP addresses
 */
export async function findKey(
  kernel: Kernel,
  authorization: string,
  ip: string | null = null,
): Promise<FoundKey | undefined> {
  const secret = /^Bearer +([\w-]{20,200})$/i.exec(authorization)?.[1];
  if (secret === undefined) return undefined;
  const [row] = await kernel.read((db) => findLiveKey(db).execute({ hash: sha256(secret) }));
  if (!row) return undefined;
  const { stale, addresses, lastIp, scope, scopes, ...key } = row;
  // IPv6 addresses are stored as their /64.
  if (!isInAllowlist(ip?.replace(/\/64$/, ''), addresses)) throw new DomainError('KEY_WRONG_ADDRESS');
  const hasMoved = lastIp !== null && ip !== null && lastIp !== ip;
  if (stale || hasMoved) {
    await kernel.runIdempotent(
      (query) => query`
        update api_keys set last_used_at = now(), last_ip = coalesce(${ip}, last_ip)
        where id = ${key.id} and (last_used_at is null or last_used_at < now() - interval '1 minute'
          or last_ip is distinct from ${ip})`,
    );
  }
  const effectiveScopes = scopes ?? (scope === null ? [] : scopesOfBroadKeys[scope]);
  return { ...key, scope, scopes: effectiveScopes, movedFrom: hasMoved ? lastIp : undefined };
}

/** Returns a live key's current scopes; undefined if it was revoked or expired. */
export async function getCurrentKeyScopes(
  kernel: Kernel,
  keyId: number,
): Promise<{ name: string; scopes: readonly Scope[] } | undefined> {
  const [row] = await kernel.read((db) =>
    db
      .select({
        name: apiKeys.name,
        scope: sql<KeyScope | null>`${apiKeys.scope}`,
        scopes: sql<Scope[] | null>`${apiKeys.scopes}`,
      })
      .from(apiKeys)
      .where(and(eq(apiKeys.id, keyId), isLive)),
  );
  return row && { name: row.name, scopes: row.scopes ?? (row.scope === null ? [] : scopesOfBroadKeys[row.scope]) };
}
