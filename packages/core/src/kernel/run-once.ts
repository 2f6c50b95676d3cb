import type { Tx } from '@inaam/db/client';
import { idempotencyKeys } from '@inaam/db/schema/identity';
import { and, eq, sql } from 'drizzle-orm';
import type { Kernel } from './kernel.ts';
import { oneRow } from './rows.ts';

/**
 * Runs work that makes something anew on each call, once for its key. The result is kept in the same transaction, so
 * that a call whose outcome was lost finds it, whoever lost it (a caller's connection, the database, this process).
 * @param name `noun.verb`: keys of two kinds of work never meet
 * @param key the call's own, see `CommandContext.once`; without one the work is simply done
 * @returns what the work gave the first time, as JSON keeps it; no secret may be in it
 */
export async function runOnce<T>(tx: Tx, name: string, key: string | undefined, work: () => Promise<T>): Promise<T> {
  if (key === undefined) return work();
  const row = { principal: `once:${name}`, key };
  // Waits for a repeat that runs at the same time: it has either left its result then, or nothing.
  const taken = await tx
    .insert(idempotencyKeys)
    .values({ ...row, requestHash: '', lockedUntil: sql`now()`, status: 200, answer: 'null' })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  const here = and(eq(idempotencyKeys.principal, row.principal), eq(idempotencyKeys.key, key));
  if (taken.length === 0) {
    const [earlier] = await tx.select({ answer: idempotencyKeys.answer }).from(idempotencyKeys).where(here);
    return JSON.parse(earlier?.answer ?? 'null') as T;
  }
  const result = await work();
  await tx
    .update(idempotencyKeys)
    .set({ answer: JSON.stringify(result ?? null) })
    .where(here);
  return result;
}

/**
 * A value that a call draws and that its repeats find, for a statement that knows its earlier outcome by that value.
 * @param name `noun.verb`, as for {@link once}
 * @param value no secret may be in it
 * @returns what the first call under the key brought; without a key the value itself
 */
export async function generateOnce(
  kernel: Kernel,
  name: string,
  key: string | undefined,
  value: string,
): Promise<string> {
  if (key === undefined) return value;
  const rows = await kernel.move(
    (query) => query<{ answer: string }[]>`
      insert into idempotency_keys (principal, key, request_hash, locked_until, status, answer)
      values (${`once:${name}`}, ${key}, '', now(), 200, ${value})
      on conflict (principal, key) do update set key = excluded.key returning answer`,
  );
  return oneRow(rows).answer;
}
