import { DomainError } from '@inaam/contracts/common/errors';
import type { VoucherBulk } from '@inaam/contracts/vouchers/tools';
import type { Actor } from '../kernel/actor.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { deleteVoucher, setVoucherStatus } from './move.ts';

const done = { expire: 'marked expired', reactivate: 'reactivated', delete: 'deleted' } as const;

/** Moves several vouchers, each by itself: what one is refused for does not hold back the others. */
export async function moveVouchers(
  kernel: Kernel,
  actor: Actor,
  { voucher_ids, action }: { voucher_ids: readonly number[]; action: keyof typeof done },
): Promise<VoucherBulk> {
  const move = (id: number) => {
    if (action === 'delete') return deleteVoucher(kernel, actor, id);
    return setVoucherStatus(kernel, actor, id, action === 'expire' ? 'expired' : 'available');
  };
  const refused: VoucherBulk['refused'] = [];
  const ids = [...new Set(voucher_ids)];
  // One after the other: reactivations of an amount wait for each other anyway.
  for (const id of ids) {
    try {
      await move(id);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'UNAVAILABLE') throw error;
      refused.push({ voucher_id: id, reason: error.message });
    }
  }
  const count = ids.length - refused.length;
  const message = `${count} ${count === 1 ? 'voucher' : 'vouchers'} ${done[action]}`;
  return { done: count, refused, message: refused.length === 0 ? message : `${message}, ${refused.length} refused` };
}
