import { DomainError } from '@inaam/contracts/common/errors';
import type { VoucherBulk } from '@inaam/contracts/vouchers/bulk-and-check';
import type { CommandContext } from '../../kernel/command.ts';
import { deleteVoucher, setVoucherStatus } from './status.ts';

const pastTense = { expire: 'marked expired', reactivate: 'reactivated', delete: 'deleted' } as const;

/** Changes or deletes several vouchers. If a voucher is refused, the others are changed nevertheless. */
export async function changeVouchers(
  command: CommandContext,
  { voucher_ids, action }: { voucher_ids: readonly number[]; action: keyof typeof pastTense },
): Promise<VoucherBulk> {
  const change = (id: number) => {
    if (action === 'delete') return deleteVoucher(command, id);
    return setVoucherStatus(command, { voucher_id: id, status: action === 'expire' ? 'expired' : 'available' });
  };
  const refused: VoucherBulk['refused'] = [];
  const ids = [...new Set(voucher_ids)];
  // One after another, because reactivations of the same amount would wait for the same lock anyway.
  for (const id of ids) {
    try {
      await change(id);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'UNAVAILABLE') throw error;
      refused.push({ voucher_id: id, reason: error.message });
    }
  }
  const count = ids.length - refused.length;
  const message = `${count} ${count === 1 ? 'voucher' : 'vouchers'} ${pastTense[action]}`;
  return { done: count, refused, message: refused.length === 0 ? message : `${message}, ${refused.length} refused` };
}
