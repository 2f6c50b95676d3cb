import { formatRupees } from '@inaam/contracts/money';
import type { VoucherStat } from '@inaam/contracts/vouchers';
import { Button } from '@inaam/ui/button';
import { StatBand } from '@inaam/ui/stat';
import { Table2 } from 'lucide-react';
import { useState } from 'react';
import { sumCounts } from './stock.ts';
import { StockPanel } from './stock-panel.tsx';
import { typeName } from './voucher-names.ts';

const count = new Intl.NumberFormat('en-IN');

/** The stock at a glance: all of it, then a card per brand; the full figures are a press away. */
export function StockStrip({ stats }: { stats: readonly VoucherStat[] }) {
  const [open, setOpen] = useState(false);
  if (stats.length === 0) return null;
  const all = sumCounts(stats);
  return (
    <section aria-label="Stock" className="grid gap-3">
      <StatBand
        stats={[
          { label: 'Total', value: count.format(all.total) },
          { label: 'Available', value: count.format(all.available) },
          { label: 'Assigned', value: count.format(all.assigned) },
          { label: 'Used', value: count.format(all.used) },
          { label: 'Expired', value: count.format(all.expired) },
        ]}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <div role="region" aria-label="Stock by brand" tabIndex={0} className="flex gap-3 overflow-x-auto rounded-card">
        {stats.map((stat) => (
          <BrandCard key={`${stat.voucher_type} ${stat.voucher_brand}`} stat={stat} />
        ))}
        <div className="grid shrink-0 place-items-center px-2">
          <Button small icon={<Table2 aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
            All figures
          </Button>
        </div>
      </div>
      {open && <StockPanel stats={stats} onClose={() => setOpen(false)} />}
    </section>
  );
}

function BrandCard({ stat }: { stat: VoucherStat }) {
  const type = typeName(stat.voucher_type);
  const amounts = stat.amount_breakdown.filter(({ available }) => available > 0);
  return (
    <div className="w-44 shrink-0 rounded-card border border-line bg-surface p-3">
      <p className="truncate font-semibold">{stat.voucher_brand}</p>
      <p className="truncate text-xs text-muted tabular-nums">
        {type !== stat.voucher_brand && `${type} · `}
        {count.format(stat.available)} of {count.format(stat.total)} available
      </p>
      <div aria-hidden className="my-2 h-1.5 overflow-hidden rounded-full bg-sunken">
        <div
          className="h-full rounded-full bg-good"
          style={{ width: `${(stat.available / Math.max(1, stat.total)) * 100}%` }}
        />
      </div>
      <p className="line-clamp-2 text-xs tabular-nums">
        {amounts.length > 0
          ? amounts.map(({ amount, available }) => `${formatRupees(amount)} × ${count.format(available)}`).join(' · ')
          : 'None available'}
      </p>
    </div>
  );
}
