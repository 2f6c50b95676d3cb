import { formatRupees } from '@inaam/contracts/common/format';
import type { VoucherStat } from '@inaam/contracts/vouchers/vouchers';
import { stockByAmount } from './stock.ts';

const parts = [
  { key: 'available', label: 'Available', fill: 'bg-good' },
  { key: 'assigned', label: 'Assigned', fill: 'bg-focus' },
  { key: 'used', label: 'Used', fill: 'bg-muted' },
  { key: 'expired', label: 'Expired', fill: 'bg-bad' },
] as const;

/** Available stock by brand and amount as bars from zero, each labelled; the table beneath has the same numbers. */
export function StockPlot({ stats }: { stats: readonly VoucherStat[] }) {
  const bars = stockByAmount(stats);
  const most = Math.max(1, ...bars.map(({ total }) => total));
  return (
    <figure aria-label="Stock by brand and amount" className="mb-4 grid gap-1.5">
      <figcaption className="flex flex-wrap gap-x-4 text-xs text-muted">
        {parts.map(({ key, label, fill }) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={`size-2.5 rounded-[3px] ${fill}`} />
            {label}
          </span>
        ))}
      </figcaption>
      {bars.map((bar) => (
        <div key={`${bar.type} ${bar.brand} ${bar.amount}`} className="flex items-center gap-3">
          <span className="w-36 shrink-0 truncate text-sm">
            {bar.brand} <span className="text-muted tabular-nums">{formatRupees(bar.amount)}</span>
          </span>
          <span aria-hidden className="flex h-4 min-w-0 grow">
            {parts.map(({ key, fill }) => (
              <span key={key} className={fill} style={{ width: `${(bar[key] / most) * 100}%` }} />
            ))}
          </span>
          <span className="w-28 shrink-0 text-right text-xs whitespace-nowrap tabular-nums">
            <span className="font-semibold">{bar.available.toLocaleString('en-IN')}</span> of{' '}
            {bar.total.toLocaleString('en-IN')} left
          </span>
        </div>
      ))}
    </figure>
  );
}
