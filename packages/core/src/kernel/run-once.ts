import type { Tx } from '@inaam/db/client';
import { idempotencyKeys } from '@inaam/db/schema/identity';
import { and, eq, sql } from 'drizzle-orm';
import type { Kernel } from './kernel.ts';
import { oneRow } from './rows.ts';

/**
 * Runs non-idempotent work once per key. The result is stored in the same transaction, so that a repeat of the call
 * finds the result after a lost connection or a crash.
 * @param name `noun.verb`; keys of different names are independent
 * @param key the call's key, see `CommandContext.runOnceKey`; without one the work always runs
 * @returns the result of the first run, which repeats get from stored JSON; it must not contain secrets
 */
export async function runOnce<T>(tx: Tx, name: string, key: string | undefined, work: () => Promise<T>): Promise<T> {
  if (key === undefined) return work();
  const row = { principal: `once:${name}`, key };
  // The insert waits for a concurrent call with the same key to commit or to roll back.
  const taken = await tx
    .insert(idempotencyKeys)
    .values({ ...row, requestHash: '', lockedUntil: sql`now()`, status: 200, answer: 'null' })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  const isThisCall = and(eq(idempotencyKeys.principal, row.principal), eq(idempotencyKeys.key, key));
  if (taken.length === 0) {
    const [earlier] = await tx.select({ answer: idempotencyKeys.answer }).from(idempotencyKeys).where(isThisCall);
    return JSON.parse(earlier?.answer ?? 'null') as T;
  }
  const result = await work();
  await tx
    .update(idempotencyKeys)
    .set({ answer: JSON.stringify(result ?? null) })
    .where(isThisCall);
  return result;
}

/**
 * Gives a call and its repeats the same random value, for a statement that finds its earlier outcome by that value.
 * @param name `noun.verb`, as for {@link runOnce}
 * @param value must not be secret
 * @returns the value of the first call with the key; without a key the value itself
 */
export async function generateOnce(
  kernel: Kernel,
  name: string,
  key: string | undefined,
  value: string,
): Promise<string> {
  if (key === undefined) return value;
  const rows = await kernel.runIdempotent(
    (query) => query<{ answer: string }[]>`
      insert into idempotency_keys (principal, key, request_hash, locked_until, status, answer)
      values (${`once:${name}`}, ${key}, '', now(), 200, ${value})
      on conflict (principal, key) do update set key = excluded.key returning answer`,
  );
  return oneRow(rows).answer;
}
