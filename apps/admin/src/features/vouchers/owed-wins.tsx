import { formatPlural, formatRupees } from '@inaam/contracts/common/format';
import { formatDate } from '@inaam/contracts/common/time';
import type { AdminVoucherList } from '@inaam/contracts/vouchers/vouchers';
import { Button } from '@inaam/ui/button';
import { Hourglass } from 'lucide-react';
import { Allowed } from '../../app/allowed.tsx';

/** Winners who wait for a voucher, because their amount is out of stock: the most urgent task on this screen. */
export const OwedWins = ({
  owed,
  onAdd,
}: {
  owed: AdminVoucherList['owed'];
  /** Opens the form with this amount in rupees. */
  onAdd: (amount: number) => void;
}) =>
  owed.length > 0 && (
    <section aria-label="Waiting winners" className="shrink-0">
      <ul className="flex h-full gap-3">
        {owed.map(({ amount, count, oldest }) => (
          <li
            key={amount}
            className="flex shrink-0 gap-x-3 gap-y-1 rounded-card border border-warn/50 bg-warn-soft px-3 py-2 max-sm:w-72 max-sm:flex-col max-sm:items-start sm:w-120 sm:items-center"
          >
            <p className="flex min-w-0 grow items-start gap-2 text-sm">
              <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
              <span>
                <span className="font-semibold">
                  {formatPlural(count, 'winner', 'winners')} waiting for a {formatRupees(amount)} voucher
                </span>{' '}
                <span className="text-xs whitespace-nowrap text-muted">since {formatDate(oldest)}</span>
              </span>
            </p>
            <Allowed to="admin.vouchers.create">
              <Button small className="shrink-0" onClick={() => onAdd(amount)}>
                Add vouchers
              </Button>
            </Allowed>
          </li>
        ))}
      </ul>
    </section>
  );
