import { DomainError } from '@inaam/contracts/common/errors';
import { sql } from 'drizzle-orm';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';

/**
 * Places a legal hold on an account, or lifts it. A held account is not erased, and its logs are kept, until the hold
 * is lifted. A repeat changes nothing.
 * @param reason the case that requires the hold; null lifts the hold
 * @returns whether the hold changed, and a message for the admin
 * @throws DomainError USER_NOT_FOUND, also for an erased account
 */
export function setLegalHold(
  { kernel, actor }: CommandContext,
  { user_id: userId, reason }: { user_id: number; reason: string | null },
): Promise<{ changed: boolean; message: string }> {
  return kernel.write(async (tx) => {
    const [row] = await tx.execute<{ changed: boolean | null }>(
      sql`select set_legal_hold(${userId}, ${reason}) as changed`,
    );
    const changed = row?.changed ?? null;
    if (changed === null) throw new DomainError('USER_NOT_FOUND');
    if (changed) {
      await writeAuditEntry(tx, actor, {
        action: reason === null ? 'users.lift_legal_hold' : 'users.place_legal_hold',
        subject: String(userId),
        ...(reason !== null && { note: reason }),
      });
    }
    return { changed, message: reason === null ? 'Legal hold lifted' : 'Legal hold placed' };
  });
}
