import { DomainError } from '@inaam/contracts/common/errors';
import type { Tx } from '@inaam/db/client';
import { vouchers } from '@inaam/db/schema/vouchers';
import { eq } from 'drizzle-orm';
import type { Actor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';

/**
 * Shows one code to an admin, and writes down that it was shown.
 * @throws DomainError VOUCHER_NOT_FOUND
 */
export async function revealVoucher(tx: Tx, actor: Actor, voucherId: number) {
  const [row] = await tx.select({ code: vouchers.code }).from(vouchers).where(eq(vouchers.id, voucherId));
  if (!row) throw new DomainError('VOUCHER_NOT_FOUND');
  await audit(tx, actor, { action: 'vouchers.reveal', subject: String(voucherId) });
  return { voucher_id: voucherId, voucher_code: row.code };
}
