import { DomainError } from '@inaam/contracts/common/errors';
import { vouchers } from '@inaam/db/schema/vouchers';
import { eq } from 'drizzle-orm';
import type { CommandContext } from '../command.ts';
import { audit } from '../kernel/audit.ts';

/**
 * Shows one code to an admin, and writes down that it was shown.
 * @throws DomainError VOUCHER_NOT_FOUND
 */
export function revealVoucher(
  { kernel, actor }: CommandContext,
  voucherId: number,
): Promise<{ voucher_id: number; voucher_code: string }> {
  return kernel.write(async (tx) => {
    const [row] = await tx.select({ code: vouchers.code }).from(vouchers).where(eq(vouchers.id, voucherId));
    if (!row) throw new DomainError('VOUCHER_NOT_FOUND');
    await audit(tx, actor, { action: 'vouchers.reveal', subject: String(voucherId) });
    return { voucher_id: voucherId, voucher_code: row.code };
  });
}
