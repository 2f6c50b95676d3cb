import { randomBytes } from 'node:crypto';
import type { VoucherSupportInput } from '@inaam/contracts/user-profile';
import type { Actor } from '../kernel/actor.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { type Problem, refuse } from './refuse.ts';

/**
 * Shows a winner the code again, with a notice; a voucher marked as used by mistake is theirs to use again.
 * @throws DomainError VOUCHER_NOT_FOUND, VOUCHER_NOT_WON
 */
export async function resendVoucher(kernel: Kernel, actor: Actor, input: VoucherSupportInput): Promise<void> {
  const call = randomBytes(9).toString('base64url');
  refuse(
    await kernel.move(
      (sql) => sql<{ problem: Problem | null }[]>`
        select problem
        from resend_voucher(${JSON.stringify(actor)}::jsonb, ${input.voucher_id}, ${input.reason}, ${call})`,
    ),
  );
}
