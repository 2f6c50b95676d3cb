import type { Tx } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { UserActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { enqueueMessage } from '../../kernel/mail/enqueue.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { SignInLimiter } from '../passwords/sign-in-limiter.ts';
import type { AccountPolicy } from './account-policy.ts';
import { confirmPassword } from './change.ts';
import { generateToken } from './tokens.ts';

/**
 * The last notice comes at least 48 hours before the erasure: rule 8(2) of India's Digital Personal Data Protection
 * Rules, 2025 (https://www.dpdpa.in/dpdpa_rules_2025/Rule_8.htm).
 */
const NOTICE_HOURS = 48;

/**
 * Schedules the account's deletion after the number of days in the account policy. Repeated requests do not move the
 * date.
 * @param password ignored if the account has no password
 * @returns the deletion time
 * @throws DomainError WRONG_CURRENT_PASSWORD, TOO_MANY_REQUESTS
 */
export async function requestDeletion(
  command: CommandContext<
    { secrets: SecretBox; signInLimiter: SignInLimiter; passwords: Passwords; accounts: AccountPolicy },
    UserActor
  >,
  password: string,
): Promise<{ deletion_due_at: string }> {
  const { kernel, secrets, accounts, actor } = command;
  const [user] = await kernel.read((db) => db.select().from(users).where(eq(users.id, actor.id)));
  if (user?.passwordHash != null) await confirmPassword(command, password);
  return kernel.write(async (tx) => {
    const isUnscheduled = and(eq(users.id, actor.id), isNull(users.deletionDueAt));
    const [scheduled] = await tx
      .update(users)
      .set({ deletionDueAt: sql`now() + make_interval(days => ${accounts.deletionDays})` })
      .where(isUnscheduled)
      .returning();
    const row = scheduled ?? oneRow(await tx.select().from(users).where(eq(users.id, actor.id)));
    const at = row.deletionDueAt?.toISOString() ?? '';
    if (scheduled) await enqueueNotice(tx, secrets, row);
    return { deletion_due_at: at };
  });
}

/** Enqueues a mail that says when the account will be erased and how to cancel the erasure. */
const enqueueNotice = (
  tx: Tx,
  secrets: SecretBox,
  { id, email, deletionDueAt }: { id: number; email: string; deletionDueAt: Date | null },
): Promise<unknown> =>
  enqueueMessage(tx, secrets, {
    kind: 'deletion_due',
    eventKey: generateToken(),
    userId: id,
    recipient: email,
    payload: { at: deletionDueAt?.toISOString() ?? '' },
    sealed: {},
  });

/**
 * Sends the last notice to users whose accounts will be erased within the next three days and who have not got it yet.
 * Delays each of these erasures to at least 48 hours after the notice. Safe in several processes.
 * @returns the number of notices, at most 100
 */
export async function sendDeletionNotices({
  kernel,
  secrets,
}: {
  kernel: Kernel;
  secrets: SecretBox;
}): Promise<number> {
  return kernel.write(async (tx) => {
    const due = tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          sql`${users.deletionDueAt} <= now() + make_interval(hours => ${NOTICE_HOURS + 24})`,
          isNull(users.deletionNoticeAt),
          isNull(users.deletedAt),
        ),
      )
      .limit(100)
      .for('update', { skipLocked: true });
    const rows = await tx
      .update(users)
      .set({
        deletionNoticeAt: sql`now()`,
        deletionDueAt: sql`greatest(${users.deletionDueAt}, now() + make_interval(hours => ${NOTICE_HOURS}))`,
      })
      .where(inArray(users.id, due))
      .returning();
    for (const row of rows) await enqueueNotice(tx, secrets, row);
    return rows.length;
  });
}

/** Cancels a scheduled deletion, if any. */
export async function cancelDeletion({ kernel, actor }: CommandContext<object, UserActor>): Promise<void> {
  await kernel.runIdempotent(
    (query) => query`
      update users set deletion_due_at = null, deletion_notice_at = null
      where id = ${actor.id} and deleted_at is null`,
  );
}

/**
 * Deletes accounts that are due, whose owners got the last notice, and that are not under a legal hold. Enqueues a
 * final mail in the same transaction as each deletion. A failed deletion does not stop the others. Safe in several
 * processes.
 * @returns the number of deleted accounts, at most 100
 * @throws AggregateError with the failures, after deleting the other accounts
 */
export async function deleteDueAccounts({ kernel, secrets }: { kernel: Kernel; secrets: SecretBox }): Promise<number> {
  const due = await kernel.read((db) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          sql`${users.deletionDueAt} <= now()`,
          isNotNull(users.deletionNoticeAt),
          isNull(users.legalHoldAt),
          isNull(users.deletedAt),
        ),
      )
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

/** @returns false if the account was deleted meanwhile, or if its deletion was cancelled or put on hold */
function deleteAccount(kernel: Kernel, secrets: SecretBox, id: number): Promise<boolean> {
  return kernel.write(async (tx) => {
    // `email` is the erased account's address, or null if nothing was erased.
    const [row] = await tx.execute<{ email: string | null }>(sql`select erase_account(${id}) as email`);
    if (!row?.email) return false;
    await enqueueMessage(tx, secrets, {
      kind: 'account_deleted',
      eventKey: String(id),
      userId: id,
      recipient: row.email,
      payload: {},
      sealed: {},
      // The address is erased when the mail is sent, or after this time at the latest.
      expiresInSeconds: 3 * 86_400,
    });
    return true;
  });
}
