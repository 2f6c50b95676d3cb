import { formatPlural, formatRupees } from '@inaam/contracts/common/format';
import { formatDate } from '@inaam/contracts/common/time';
import type { AdminVoucherList } from '@inaam/contracts/vouchers/vouchers';
import { Button } from '@inaam/ui/button';
import { Hourglass } from 'lucide-react';
import { Allowed } from '../../app/allowed.tsx';

/** Winners without a voucher, because their amount is out of stock: the most urgent task of this page. */
export const OwedWins = ({
  owed,
  onAdd,
}: {
  owed: AdminVoucherList['owed'];
  /** Opens the form with this amount in rupees. */
  onAdd: (amount: number) => void;
}) =>
  owed.length > 0 && (
    <section aria-label="Waiting winners" className="rounded-card border border-warn/50 bg-warn-soft p-card">
      <ul className="grid gap-2">
        {owed.map(({ amount, count, oldest }) => (
          <li key={amount} className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p className="flex min-w-0 grow basis-56 items-start gap-3">
              <Hourglass aria-hidden className="size-5 shrink-0 text-warn" />
              <span>
                <span className="font-semibold">
                  {formatPlural(count, 'winner', 'winners')} waiting for a {formatRupees(amount)} voucher
                </span>{' '}
                <span className="text-sm text-muted">since {formatDate(oldest)}</span>
              </span>
            </p>
            <Allowed to="admin.vouchers.create">
              <Button small onClick={() => onAdd(amount)}>
                Add {formatRupees(amount)} vouchers
              </Button>
            </Allowed>
          </li>
        ))}
      </ul>
    </section>
  );
