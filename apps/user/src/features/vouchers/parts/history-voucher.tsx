import type { CompletionView } from '@inaam/contracts/insights/insights';
import { Badge } from '@inaam/ui/badge';
import { cx } from '@inaam/ui/cx';
import { useState } from 'react';
import { vouchers as words } from '../../../words/words.ts';
import { getExpiry } from './expiry.ts';
import { VoucherActions, voucherName } from './voucher-actions.tsx';

/** A won voucher in the history. A press shows its code and actions, as in the wallet. */
export function HistoryVoucher({ voucher, now }: { voucher: NonNullable<CompletionView['voucher']>; now: Date }) {
  const [isShown, setShown] = useState(false);
  const expiry = getExpiry(voucher.expiry_date, now);
  const status = voucher.status === 'used' ? words.wasUsed : expiry.daysLeft < 0 ? words.expired : undefined;
  return (
    <div
      data-voucher
      tabIndex={-1}
      className="mt-auto grid grid-cols-1 gap-3 rounded-control border border-dashed border-edge/60 p-3 max-xs:border-0 max-xs:p-0"
    >
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 text-sm font-semibold">{voucherName(voucher)}</p>
        {status && <Badge>{status}</Badge>}
      </div>
      <div>
        <button
          type="button"
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
          className="link -my-2 min-h-11 text-sm"
        >
          {isShown ? words.hide : words.show}
          <span className="sr-only"> {voucherName(voucher)}</span>
        </button>
        {isShown && (
          <>
            <p className={cx('code mt-1', status ? 'text-muted line-through' : 'font-semibold')}>{voucher.code}</p>
            {voucher.pin && (
              <p className={cx('flex items-baseline gap-2', status && 'text-muted line-through')}>
                <span className="text-sm text-muted">{words.pin}</span>
                <span className={cx('code', !status && 'font-semibold')}>{voucher.pin}</span>
              </p>
            )}
          </>
        )}
      </div>
      {!status && isShown && <VoucherActions voucher={voucher} until={expiry.text} />}
      <div className="grid gap-1 text-sm text-muted">
        <p className={cx(expiry.near && !status && 'font-semibold text-warn')}>
          {expiry.date}
          {expiry.remaining !== '' && (
            <>
              {'\u00a0· '}
              <span className="whitespace-nowrap">{expiry.remaining}</span>
            </>
          )}
        </p>
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
