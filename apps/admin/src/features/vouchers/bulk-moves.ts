import type { AdminVoucher } from '@inaam/contracts/vouchers/vouchers';
import type { VoucherMove } from './confirm-move.tsx';

type Kind = VoucherMove['kind'];

/** From which statuses an admin may move a voucher: specification section 4. */
const from: Record<Kind, readonly AdminVoucher['status'][]> = {
  expire: ['available'],
  reactivate: ['expired'],
  delete: ['available', 'expired'],
};

/** Those of the chosen vouchers that this can be done to. */
export const movable = (vouchers: readonly AdminVoucher[], kind: Kind): AdminVoucher[] =>
  vouchers.filter(({ status }) => from[kind].includes(status));
