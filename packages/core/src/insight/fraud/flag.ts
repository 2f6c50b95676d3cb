import { randomUUID } from 'node:crypto';
import type { AuditAction } from '@inaam/contracts/audit/actions';
import { DomainError, errorTable } from '@inaam/contracts/common/errors';
import { type FraudMatchingInput, type FraudStep, MAX_FLAGGED, standardNotes } from '@inaam/contracts/fraud/fraud';
import type { Tx } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { oneRow } from '../../kernel/rows.ts';
import { buildUserFilters } from './filters.ts';

type FlagAction = 'flag_user' | 'unflag_user' | 'bulk_flag_users' | 'bulk_unflag_users';

export interface FlagChange {
  action: FlagAction;
  userIds: readonly number[];
  notes: string;
  /** ID that finds the audit entries for Undo. */
  call?: string;
}

export const isFlag = (action: FlagAction): boolean => action === 'flag_user' || action === 'bulk_flag_users';

/**
 * Flags or unflags users in one statement; a flag ends all their sessions. A second call changes nothing.
 * @throws DomainError USER_NOT_FOUND for a single unknown user; a bulk action lists unknown users as refused
 */
export async function flagUsers(tx: Tx, actor: Actor, change: FlagChange): Promise<FraudStep> {
  const { action, userIds, notes, call = randomUUID() } = change;
  const flag = isFlag(action);
  const recorded: AuditAction = flag ? 'users.flag' : 'users.unflag';
  // Arrays are sent and returned as JSON: the driver handles arrays only after the first statement of a connection.
  const updated = oneRow(
    await tx.execute<{ known: number[]; changed: number[] }>(sql`
    select to_jsonb(known) as known, to_jsonb(changed) as changed
    from set_suspended(${JSON.stringify(actor)}::jsonb, ${recorded},
      array(select jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb)::bigint), ${flag}, ${notes}, ${call})`),
  );
  const known = new Set(updated.known);
  const refused = userIds
    .filter((id) => !known.has(id))
    .map((id) => ({ user_id: id, reason: errorTable.USER_NOT_FOUND.text }));
  const isBulk = action === 'bulk_flag_users' || action === 'bulk_unflag_users';
  if (!isBulk && refused.length > 0) throw new DomainError('USER_NOT_FOUND', { field: 'user_id' });
  const subject = isBulk ? `${known.size} users` : 'User';
  const done = flag
    ? `flagged and blocked ${isBulk ? '' : 'from app '}successfully`
    : 'unflagged and access restored successfully';
  const message = `${subject} ${done}`;
  return {
    message: refused.length === 0 ? message : `${message}, ${refused.length} refused`,
    done: known.size,
    unchanged: known.size - updated.changed.length,
    refused,
    undo: updated.changed.length > 0 ? call : null,
  };
}

/**
 * Flags or unflags all users that match the filters, if their number still equals the number that the admin saw.
 * @throws DomainError SELECTION_CHANGED
 */
export function flagMatching(
  { kernel, actor }: CommandContext,
  { action, notes, expected, ...filters }: FraudMatchingInput,
): Promise<FraudStep> {
  return kernel.write(async (tx) => {
    // The lock leaves out users who stop matching while the statement waits for their rows.
    const matching = await tx
      .select({ id: users.id })
      .from(users)
      .where(buildUserFilters(filters))
      .orderBy(users.id)
      .limit(MAX_FLAGGED + 1)
      .for('no key update');
    if (matching.length !== expected) throw new DomainError('SELECTION_CHANGED');
    return flagUsers(tx, actor, {
      action,
      notes: notes || standardNotes[action],
      userIds: matching.map(({ id }) => id),
    });
  });
}
