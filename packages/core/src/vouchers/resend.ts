import { randomUUID } from 'node:crypto';
import type { VoucherSupportInput } from '@inaam/contracts/identity/user-profile';
import type { Actor } from '../kernel/actor.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { type Problem, refuse } from './refuse.ts';

/**
 * Shows a winner the code again, with a notice; a voucher marked as used by mistake is theirs to use again.
 * @param once names the call: its repeats do nothing more
 * @throws DomainError VOUCHER_NOT_FOUND, VOUCHER_NOT_WON
 */
export async function resendVoucher(
  kernel: Kernel,
  actor: Actor,
  input: VoucherSupportInput,
  once: string = randomUUID(),
): Promise<void> {
  refuse(
    await kernel.move(
      (sql) => sql<{ problem: Problem | null }[]>`
        select problem
        from resend_voucher(${JSON.stringify(actor)}::jsonb, ${input.voucher_id}, ${input.reason}, ${once})`,
    ),
  );
}
