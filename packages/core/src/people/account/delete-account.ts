import { users } from '@inaam/db/schema/identity';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { UserActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { enqueueMessage } from '../../kernel/mail/enqueue.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { SignInLimiter } from '../passwords/sign-in-limiter.ts';
import { confirmPassword } from './change.ts';
import { generateToken } from './tokens.ts';

/** Days in which a deletion can be cancelled. */
export const GRACE_DAYS = 7;

/**
 * Schedules the account's deletion after the grace period. Repeats do not move the date.
 * @param password ignored for accounts without one
 * @returns the deletion time
 * @throws DomainError WRONG_CURRENT_PASSWORD, TOO_MANY_REQUESTS
 */
export async function requestDeletion(
  command: CommandContext<{ secrets: SecretBox; signInLimiter: SignInLimiter; passwords: Passwords }, UserActor>,
  password: string,
): Promise<{ deletion_due_at: string }> {
  const { kernel, secrets, actor } = command;
  const [user] = await kernel.read((db) => db.select().from(users).where(eq(users.id, actor.id)));
  if (user?.passwordHash != null) await confirmPassword(command, password);
  return kernel.write(async (tx) => {
    const before = and(eq(users.id, actor.id), isNull(users.deletionDueAt));
    const [scheduled] = await tx
      .update(users)
      .set({ deletionDueAt: sql`now() + make_interval(days => ${GRACE_DAYS})` })
      .where(before)
      .returning();
    const row = scheduled ?? oneRow(await tx.select().from(users).where(eq(users.id, actor.id)));
    const at = row.deletionDueAt?.toISOString() ?? '';
    if (scheduled) {
      await enqueueMessage(tx, secrets, {
        kind: 'deletion_due',
        eventKey: generateToken(),
        userId: row.id,
        recipient: row.email,
        payload: { at },
        sealed: {},
      });
    }
    return { deletion_due_at: at };
  });
}

/** Cancels a scheduled deletion, if any. */
export async function cancelDeletion({ kernel, actor }: CommandContext<object, UserActor>): Promise<void> {
  await kernel.runIdempotent(
    (query) => query`update users set deletion_due_at = null where id = ${actor.id} and deleted_at is null`,
  );
}

/**
 * Deletes accounts after their grace period, each with a final mail in the same transaction. A failure does not stop
 * the others. Safe in several processes.
 * @returns how many, at most 100
 * @throws AggregateError with the failures, after deleting the others
 */
export async function deleteDueAccounts({ kernel, secrets }: { kernel: Kernel; secrets: SecretBox }): Promise<number> {
  const due = await kernel.read((db) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(and(sql`${users.deletionDueAt} <= now()`, isNull(users.deletedAt)))
      // Random order, so that failing accounts cannot block the batch forever.
      .orderBy(sql`random()`)
      .limit(100),
  );
  let deleted = 0;
  const failures: unknown[] = [];
  for (const { id } of due) {
    try {
      if (await deleteAccount(kernel, secrets, id)) deleted++;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts cannot be deleted`);
  return deleted;
}

/** @returns false if another process was first */
function deleteAccount(kernel: Kernel, secrets: SecretBox, id: number): Promise<boolean> {
  return kernel.write(async (tx) => {
    // Returns the erased account's address; null if it was already erased.
    const [row] = await tx.execute<{ email: string | null }>(sql`select erase_account(${id}) as email`);
    if (!row?.email) return false;
    await enqueueMessage(tx, secrets, {
      kind: 'account_deleted',
      eventKey: String(id),
      userId: id,
      recipient: row.email,
      payload: {},
      sealed: {},
      // The address is erased once the mail is sent, at the latest after this time.
      expiresInSeconds: 3 * 86_400,
    });
    return true;
  });
}
