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

/** Days in which a person can take a deletion back. */
export const GRACE_DAYS = 7;

/**
 * Asks for the account to be deleted: it happens after a grace of 7 days. Asking again moves nothing.
 * @param password where the account has one
 * @returns when it will happen
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
    const [asked] = await tx
      .update(users)
      .set({ deletionDueAt: sql`now() + make_interval(days => ${GRACE_DAYS})` })
      .where(before)
      .returning();
    const row = asked ?? oneRow(await tx.select().from(users).where(eq(users.id, actor.id)));
    const at = row.deletionDueAt?.toISOString() ?? '';
    if (asked) {
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

/** Takes it back. Without a wish to be deleted: nothing. */
export async function cancelDeletion({ kernel, actor }: CommandContext<object, UserActor>): Promise<void> {
  await kernel.move(
    (query) => query`update users set deletion_due_at = null where id = ${actor.id} and deleted_at is null`,
  );
}

/**
 * Deletes the accounts whose grace has run out, each with a last mail in the same transaction. One that cannot be
 * deleted does not hold up the others. Safe in several processes at once.
 * @returns how many, 100 at most
 * @throws AggregateError with what went wrong, after the others are deleted
 */
export async function deleteDueAccounts({ kernel, secrets }: { kernel: Kernel; secrets: SecretBox }): Promise<number> {
  const due = await kernel.read((db) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(and(sql`${users.deletionDueAt} <= now()`, isNull(users.deletedAt)))
      // In no order: those that fail, however many, take no place for good.
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

/** @returns false where another process was first */
function deleteAccount(kernel: Kernel, secrets: SecretBox, id: number): Promise<boolean> {
  return kernel.write(async (tx) => {
    // Gives the address of whom it has just forgotten; nobody, where there is nobody to forget.
    const [row] = await tx.execute<{ email: string | null }>(sql`select erase_account(${id}) as email`);
    if (!row?.email) return false;
    await enqueueMessage(tx, secrets, {
      kind: 'account_deleted',
      eventKey: String(id),
      userId: id,
      recipient: row.email,
      payload: {},
      sealed: {},
      // The address goes when the mail has gone, and in any case then.
      expiresInSeconds: 3 * 86_400,
    });
    return true;
  });
}
