import type { CompletionView } from '@inaam/contracts/insights/insights';
import { Badge } from '@inaam/ui/badge';
import { cx } from '@inaam/ui/cx';
import { vouchers as words } from '../../../words/words.ts';
import { getExpiry } from './expiry.ts';
import { VoucherActions, voucherName } from './voucher-actions.tsx';

/** A won voucher: code, expiry, terms and actions. */
export function HistoryVoucher({ voucher, now }: { voucher: NonNullable<CompletionView['voucher']>; now: Date }) {
  const expiry = getExpiry(voucher.expiry_date, now);
  const status = voucher.status === 'used' ? words.wasUsed : expiry.daysLeft < 0 ? words.expired : undefined;
  return (
    <div
      data-voucher
      tabIndex={-1}
      className="mt-auto grid grid-cols-1 gap-3 rounded-control border border-dashed border-edge/60 p-3 max-xs:border-0 max-xs:p-0"
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-sm font-semibold">{voucherName(voucher)}</p>
          <p className={cx('code mt-1', status ? 'text-muted line-through' : 'font-semibold')}>{voucher.code}</p>
        </div>
        {status && <Badge>{status}</Badge>}
      </div>
      {!status && <VoucherActions voucher={voucher} until={expiry.text} />}
      <div className="grid gap-1 text-sm text-muted">
        <p className={cx(expiry.near && !status && 'font-semibold text-warn')}>{expiry.text}</p>
        {voucher.description && <p>{voucher.description}</p>}
        {voucher.terms && (
          <details>
            <summary className="link inline-flex min-h-11 items-center">{words.terms}</summary>
            <p className="whitespace-pre-line">{voucher.terms}</p>
          </details>
        )}
      </div>
    </div>
  );
}
