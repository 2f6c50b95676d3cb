import { createHash, randomBytes } from 'node:crypto';
import { type KeyScope, reachOf, type ServiceKeyInput, type ServiceKeyListing } from '@inaam/contracts/access/api-keys';
import type { Scope } from '@inaam/contracts/access/permissions';
import { DomainError } from '@inaam/contracts/common/errors';
import { admins, apiKeys } from '@inaam/db/schema/identity';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { CommandContext } from '../command.ts';
import type { AdminActor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import { violatedConstraint } from '../kernel/failures.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { prepared } from '../kernel/prepared.ts';
import { oneRow } from '../kernel/rows.ts';

/** Begins every key, so that a leaked one is recognised wherever it turns up. */
const MARK = 'inaam_';
const PREFIX_LENGTH = MARK.length + 6;

/** 256 random bits need no slow hash: nobody can try them out. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** All keys, live ones first, the newest first. */
export async function listKeys(kernel: Kernel): Promise<ServiceKeyListing> {
  const rows = await kernel.read((db) =>
    db
      .select({ key: apiKeys, createdBy: admins.username })
      .from(apiKeys)
      .innerJoin(admins, eq(admins.id, apiKeys.createdBy))
      .orderBy(sql`${apiKeys.revokedAt} desc nulls first`, desc(apiKeys.id)),
  );
  return {
    keys: rows.map(({ key, createdBy }) => ({
      key_id: key.id,
      name: key.name,
      prefix: key.prefix,
      scope: key.scope as KeyScope,
      created_by: createdBy,
      created_at: key.createdAt.toISOString(),
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
      revoked_at: key.revokedAt?.toISOString() ?? null,
    })),
  };
}

/**
 * Makes a key. It is returned this once: the table has its SHA-256.
 * @throws DomainError KEY_NAME_TAKEN by another live key
 */
export async function issueKey(
  { kernel, actor }: CommandContext<never, AdminActor>,
  { name, scope }: ServiceKeyInput,
): Promise<string> {
  const key = MARK + randomBytes(32).toString('base64url');
  const prefix = key.slice(0, PREFIX_LENGTH);
  await kernel
    .write(async (tx) => {
      const row = oneRow(
        await tx
          .insert(apiKeys)
          .values({ name, prefix, hash: hashOf(key), scope, createdBy: actor.id })
          .returning({ id: apiKeys.id }),
      );
      await audit(tx, actor, { action: 'keys.issue', subject: String(row.id), after: { name, prefix, scope } });
    })
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== 'api_keys_live_name_key') throw error;
      throw new DomainError('KEY_NAME_TAKEN', { field: 'name' });
    });
  return key;
}

/**
 * Ends a key at once. Doing it twice is the same as once.
 * @returns false for one that had ended
 * @throws DomainError KEY_NOT_FOUND
 */
export async function revokeKey({ kernel, actor }: CommandContext, keyId: number): Promise<boolean> {
  return kernel.write(async (tx) => {
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)))
      .returning();
    if (!revoked) {
      const [there] = await tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, keyId));
      if (!there) throw new DomainError('KEY_NOT_FOUND');
      return false;
    }
    const { name, prefix, scope } = revoked;
    const shown = { name, prefix, scope };
    await audit(tx, actor, {
      action: 'keys.revoke',
      subject: String(keyId),
      before: { ...shown, live: true },
      after: { ...shown, live: false },
    });
    return true;
  });
}

export interface KeyFound {
  id: number;
  name: string;
  scope: KeyScope;
  /** What it may reach. */
  scopes: readonly Scope[];
}

const findLiveKey = prepared((db) => {
  const { id, name, scope, lastUsedAt, hash, revokedAt } = apiKeys;
  return db
    .select({
      id,
      name,
      scope: sql<KeyScope>`${scope}`,
      stale: sql<boolean>`coalesce(${lastUsedAt} < now() - interval '1 minute', true)`,
    })
    .from(apiKeys)
    .where(and(eq(hash, sql.placeholder('hash')), isNull(revokedAt)))
    .prepare('find_live_key');
});

/**
 * The live key of an `Authorization: Bearer …` header; undefined for whatever is none. When it was used last is noted
 * once a minute: the note is for people, and a write per call would cost more than the call.
 */
export async function findKey(kernel: Kernel, authorization: string): Promise<KeyFound | undefined> {
  const key = /^Bearer +([\w-]{20,200})$/i.exec(authorization)?.[1];
  if (key === undefined) return undefined;
  const [row] = await kernel.read((db) => findLiveKey(db).execute({ hash: hashOf(key) }));
  if (!row) return undefined;
  const { stale, ...found } = row;
  if (stale) {
    await kernel.move(
      (query) => query`
        update api_keys set last_used_at = now()
        where id = ${found.id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    );
  }
  return { ...found, scopes: reachOf[found.scope] };
}
