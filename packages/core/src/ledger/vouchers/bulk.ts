import { DomainError } from '@inaam/contracts/common/errors';
import type { VoucherBulk } from '@inaam/contracts/vouchers/bulk-and-check';
import type { CommandContext } from '../../kernel/command.ts';
import { deleteVoucher, setVoucherStatus } from './status.ts';

const done = { expire: 'marked expired', reactivate: 'reactivated', delete: 'deleted' } as const;

/**
 * Changes the status of several vouchers or deletes them, each by itself: what one is refused for does not hold back
 * the others.
 */
export async function changeVouchers(
  command: CommandContext,
  { voucher_ids, action }: { voucher_ids: readonly number[]; action: keyof typeof done },
): Promise<VoucherBulk> {
  const change = (id: number) => {
    if (action === 'delete') return deleteVoucher(command, id);
    return setVoucherStatus(command, { voucher_id: id, status: action === 'expire' ? 'expired' : 'available' });
  };
  const refused: VoucherBulk['refused'] = [];
  const ids = [...new Set(voucher_ids)];
  // One after the other: reactivations of an amount wait for each other anyway.
  for (const id of ids) {
    try {
      await change(id);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'UNAVAILABLE') throw error;
      refused.push({ voucher_id: id, reason: error.message });
    }
  }
  const count = ids.length - refused.length;
  const message = `${count} ${count === 1 ? 'voucher' : 'vouchers'} ${done[action]}`;
  return { done: count, refused, message: refused.length === 0 ? message : `${message}, ${refused.length} refused` };
}
