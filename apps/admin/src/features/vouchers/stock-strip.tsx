import { formatRupees } from '@inaam/contracts/common/format';
import type { VoucherStat } from '@inaam/contracts/vouchers/vouchers';
import { Button } from '@inaam/ui/button';
import { Table2 } from 'lucide-react';
import { useState } from 'react';
import { type Counts, sumCounts } from './stock.ts';
import { StockPanel } from './stock-panel.tsx';
import { typeName } from './voucher-names.ts';

const count = new Intl.NumberFormat('en-IN');

/** The stock at a glance: all of it, then a card per brand; the full figures are a press away. */
export function StockStrip({ stats }: { stats: readonly VoucherStat[] }) {
  const [open, setOpen] = useState(false);
  if (stats.length === 0) return null;
  const all = sumCounts(stats);
  return (
    <section aria-label="Stock" className="min-w-0">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <div
        role="region"
        aria-label="Stock by brand"
        tabIndex={0}
        className="flex gap-3 overflow-x-auto rounded-card pb-1"
      >
        <div className="flex w-64 shrink-0 flex-col rounded-card border border-line bg-surface p-3">
          <p className="flex items-center justify-between gap-2 font-semibold">
            All stock
            <Button
              small
              variant="quiet"
              className="-my-1.5 -mr-2"
              icon={<Table2 aria-hidden className="size-4" />}
              onClick={() => setOpen(true)}
            >
              All figures
            </Button>
          </p>
          <Availability counts={all} />
          <p className="text-xs tabular-nums">
            {count.format(all.assigned)} assigned · {count.format(all.used)} used · {count.format(all.expired)} expired
          </p>
        </div>
        {stats.map((stat) => (
          <BrandCard key={`${stat.voucher_type} ${stat.voucher_brand}`} stat={stat} />
        ))}
      </div>
      {open && <StockPanel stats={stats} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** What is left of what there was, in words and as a bar. */
const Availability = ({ counts: { available, total } }: { counts: Counts }) => (
  <>
    <p className="text-xs text-muted tabular-nums">
      {count.format(available)} of {count.format(total)} available
    </p>
    <div aria-hidden className="my-2 h-1.5 overflow-hidden rounded-full bg-sunken">
      <div className="h-full rounded-full bg-good" style={{ width: `${(available / Math.max(1, total)) * 100}%` }} />
    </div>
  </>
);

function BrandCard({ stat }: { stat: VoucherStat }) {
  const type = typeName(stat.voucher_type);
  const amounts = stat.amount_breakdown.filter(({ available }) => available > 0);
  return (
    <div className="w-44 shrink-0 rounded-card border border-line bg-surface p-3">
      <p className="flex items-baseline justify-between gap-2">
        <span className="truncate font-semibold">{stat.voucher_brand}</span>
        {type !== stat.voucher_brand && <span className="text-xs text-muted">{type}</span>}
      </p>
      <Availability counts={stat} />
      <p className="line-clamp-2 text-xs tabular-nums">
        {amounts.map(({ amount, available }) => (
          <span key={amount} className="mr-2 inline-block">
            {formatRupees(amount)} × {count.format(available)}
          </span>
        ))}
      </p>
    </div>
  );
}
