import { randomUUID } from 'node:crypto';
import type { VoucherSupportInput } from '@inaam/contracts/identity/user-profile';
import type { CommandContext } from '../../kernel/command.ts';
import { type Problem, requireNoProblem } from './problem.ts';

/**
 * Shows the winner the code again, with a notice. A voucher that is marked as used becomes usable again. A retry of the
 * same call does nothing more.
 * @throws DomainError VOUCHER_NOT_FOUND, VOUCHER_NOT_WON
 */
export async function resendVoucher(
  { kernel, actor, runOnceKey = randomUUID() }: CommandContext,
  input: VoucherSupportInput,
): Promise<void> {
  requireNoProblem(
    await kernel.runIdempotent(
      (sql) => sql<{ problem: Problem | null }[]>`
        select problem
        from resend_voucher(${JSON.stringify(actor)}::jsonb, ${input.voucher_id}, ${input.reason}, ${runOnceKey})`,
    ),
  );
}
