import type { VoucherStatus } from '@inaam/contracts/vouchers/vouchers';
import type { UserActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { type Problem, requireNoProblem } from './problem.ts';

/**
 * Marks a voucher expired or reactivates it. A reactivated voucher fills the oldest owed win of its amount.
 * @throws DomainError VOUCHER_NOT_FOUND, VOUCHER_MOVE_NOT_ALLOWED, VOUCHER_DATE_PASSED
 */
export async function setVoucherStatus(
  { kernel, actor }: CommandContext,
  { voucher_id: voucherId, status }: { voucher_id: number; status: VoucherStatus },
): Promise<void> {
  requireNoProblem(
    await kernel.runIdempotent(
      (sql) => sql<{ problem: Problem | null }[]>`
        select problem from set_voucher_status(${JSON.stringify(actor)}::jsonb, ${voucherId}, ${status})`,
    ),
  );
}

/** @throws DomainError VOUCHER_NOT_FOUND; VOUCHER_MOVE_NOT_ALLOWED if the voucher was won */
export async function deleteVoucher({ kernel, actor }: CommandContext, voucherId: number): Promise<void> {
  requireNoProblem(
    await kernel.runIdempotent(
      (sql) => sql<{ problem: Problem | null }[]>`
        select problem from delete_voucher(${JSON.stringify(actor)}::jsonb, ${voucherId})`,
    ),
  );
}

/**
 * Marks a voucher that the caller won as used. Idempotent.
 * @throws DomainError VOUCHER_NOT_FOUND, also for another user's voucher
 */
export async function markVoucherUsed(
  { kernel, actor }: CommandContext<object, UserActor>,
  voucherId: number,
): Promise<void> {
  requireNoProblem(
    await kernel.runIdempotent(
      (sql) => sql<{ problem: Problem | null }[]>`
        select problem from mark_voucher_used(${JSON.stringify(actor)}::jsonb, ${actor.id}, ${voucherId})`,
    ),
  );
}
