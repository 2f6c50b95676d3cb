import type { VoucherSupportInput } from '@inaam/contracts/identity/user-profile';
import type { CommandContext } from '../../kernel/command.ts';
import { type Problem, requireNoProblem } from './problem.ts';

/**
 * Withdraws a faulty voucher permanently and gives its winner a new one of the same amount, with a notice. Idempotent.
 * @returns the new voucher's ID
 * @throws DomainError VOUCHER_NOT_FOUND, VOUCHER_NOT_WON; VOUCHER_OUT_OF_STOCK (nothing was changed)
 */
export async function replaceVoucher({ kernel, actor }: CommandContext, input: VoucherSupportInput): Promise<number> {
  const rows = await kernel.runIdempotent(
    (sql) => sql<{ problem: Problem | null; voucher_id: number }[]>`
      select * from replace_voucher(${JSON.stringify(actor)}::jsonb, ${input.voucher_id}, ${input.reason})`,
  );
  return requireNoProblem(rows).voucher_id;
}
