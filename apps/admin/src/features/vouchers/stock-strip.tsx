import { formatCount, formatRupees } from '@inaam/contracts/common/format';
import type { VoucherStat } from '@inaam/contracts/vouchers/vouchers';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { Table2 } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { type Counts, stockByAmount, stockByType, sumCounts } from './stock.ts';
import { typeName } from './voucher-names.ts';

/** The number of amounts on a card: as many as fit in a line. The panel lists all amounts. */
const AMOUNTS_OF_CARD = 2;

/** A row of cards that scrolls sideways. */
export const CardStrip = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
  <div
    role="region"
    aria-label={label}
    tabIndex={0}
    className="fade-edges flex min-w-0 gap-3 overflow-x-auto rounded-card pb-1 [scrollbar-width:thin]"
  >
    {children}
  </div>
);

/** The stock in total, by type and by brand, with a button to the figures by amount. */
export function StockCards({ stats }: { stats: readonly VoucherStat[] }) {
  const [open, setOpen] = useState(false);
  if (stats.length === 0) return null;
  const all = sumCounts(stats);
  return (
    <section aria-label="Stock" className="shrink-0">
      <div className="flex h-full gap-3">
        <div className={cardClass}>
          <CardTitle counts={all}>All stock</CardTitle>
          <Availability counts={all}>
            <Button
              small
              variant="quiet"
              className="-my-1.5 -mr-2"
              icon={<Table2 aria-hidden className="size-4" />}
              onClick={() => setOpen(true)}
            >
              All figures
            </Button>
          </Availability>
        </div>
        {stockByType(stats).map(({ type, counts, brands }) => (
          <Fragment key={type}>
            {!isOwnBrand(type, brands) && (
              <div className={cardClass}>
                <CardTitle counts={counts}>
                  {typeName(type)} <span className="text-xs font-normal text-muted">type</span>
                </CardTitle>
                <Availability counts={counts} />
              </div>
            )}
            {brands.map((stat) => (
              <BrandCard key={stat.voucher_brand} stat={stat} />
            ))}
          </Fragment>
        ))}
      </div>
      {open && <StockPanel stats={stats} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** Whether the only brand of a type has the name of the type: type and brand then share a card. */
const isOwnBrand = (type: string, brands: readonly VoucherStat[]): boolean =>
  brands.length === 1 && brands[0]?.voucher_brand === typeName(type);

const cardClass =
  'w-72 shrink-0 rounded-card border border-line bg-surface px-3 py-2 sm:w-max sm:min-w-72 sm:max-w-120';

/** A card's name, with the available stock at the right. */
const CardTitle = ({ counts: { available, total }, children }: { counts: Counts; children: ReactNode }) => (
  <p className="flex items-baseline gap-2">
    <span className="min-w-0 font-semibold wrap-anywhere">{children}</span>
    <span className="ml-auto text-xs whitespace-nowrap text-muted tabular-nums">
      {formatCount(available)} of {formatCount(total)} available
    </span>
  </p>
);

/** The available share as a bar, and the other counts in words. The children are shown at the right of the words. */
const Availability = ({
  counts: { available, total, assigned, used, expired },
  children,
}: {
  counts: Counts;
  children?: ReactNode;
}) => (
  <>
    <div aria-hidden className="my-1.5 h-1.5 overflow-hidden rounded-full bg-sunken">
      <div className="h-full rounded-full bg-good" style={{ width: `${(available / Math.max(1, total)) * 100}%` }} />
    </div>
    <div className="flex flex-wrap items-center justify-between gap-x-4 text-xs">
      <p className="tabular-nums">
        {formatCount(assigned)} assigned · {formatCount(used)} used · {formatCount(expired)} expired
      </p>
      {children}
    </div>
  </>
);

function BrandCard({ stat }: { stat: VoucherStat }) {
  const type = typeName(stat.voucher_type);
  const amounts = stat.amount_breakdown.filter(({ available }) => available > 0);
  const more = amounts.length - AMOUNTS_OF_CARD;
  return (
    <div className={cardClass}>
      <CardTitle counts={stat}>{stat.voucher_brand}</CardTitle>
      <Availability counts={stat}>
        <p className="flex flex-wrap gap-x-2 text-muted tabular-nums">
          {type !== stat.voucher_brand && <span>{type}</span>}
          {amounts.slice(0, AMOUNTS_OF_CARD).map(({ amount, available }) => (
            <span key={amount}>
              {formatRupees(amount)} × {formatCount(available)}
            </span>
          ))}
          {more > 0 && <span>and {formatCount(more)} more</span>}
        </p>
      </Availability>
    </div>
  );
}

const StockFigures = ({ counts }: { counts: Counts }) => (
  <>
    <Td numeric>{formatCount(counts.total)}</Td>
    <Td numeric>{formatCount(counts.available)}</Td>
    <Td numeric>{formatCount(counts.assigned)}</Td>
    <Td numeric>{formatCount(counts.used)}</Td>
    <Td numeric>{formatCount(counts.expired)}</Td>
  </>
);

/** All stock figures: by type, brand and amount. */
const StockPanel = ({ stats, onClose }: { stats: readonly VoucherStat[]; onClose: () => void }) => (
  <Dialog open onOpenChange={onClose} place="side" wide title="Stock" description="By type, brand and amount">
    <StockPlot stats={stats} />
    <Table caption="Stock by type, brand and amount">
      <thead>
        <tr>
          <Th>Type, brand, amount</Th>
          <Th numeric>Total</Th>
          <Th numeric>Available</Th>
          <Th numeric>Assigned</Th>
          <Th numeric>Used</Th>
          <Th numeric>Expired</Th>
        </tr>
      </thead>
      <tbody>
        {stockByType(stats).map(({ type, counts, brands }) => (
          <Fragment key={type}>
            <Tr className="bg-sunken font-semibold">
              <Td>{typeName(type)}</Td>
              <StockFigures counts={counts} />
            </Tr>
            {brands.map((brand) => (
              <Fragment key={brand.voucher_brand}>
                <Tr>
                  <Td className="pl-6!">{brand.voucher_brand}</Td>
                  <StockFigures counts={brand} />
                </Tr>
                {brand.amount_breakdown.map(({ amount, count: total, ...rest }) => (
                  <Tr key={amount} className="text-muted">
                    <Td className="pl-10!">{formatRupees(amount)}</Td>
                    <StockFigures counts={{ total, ...rest }} />
                  </Tr>
                ))}
              </Fragment>
            ))}
          </Fragment>
        ))}
      </tbody>
    </Table>
  </Dialog>
);

const parts = [
  { key: 'available', label: 'Available', fill: 'bg-good' },
  { key: 'assigned', label: 'Assigned', fill: 'bg-focus' },
  { key: 'used', label: 'Used', fill: 'bg-muted' },
  { key: 'expired', label: 'Expired', fill: 'bg-bad' },
] as const;

/** Stock by brand, amount and status, as labelled bars that start at zero. The table below has the same numbers. */
function StockPlot({ stats }: { stats: readonly VoucherStat[] }) {
  const bars = stockByAmount(stats);
  const maxTotal = Math.max(1, ...bars.map(({ total }) => total));
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
          <span className="w-36 shrink-0 text-sm wrap-anywhere">
            {bar.brand} <span className="text-muted tabular-nums">{formatRupees(bar.amount)}</span>
          </span>
          <span aria-hidden className="flex h-4 min-w-0 grow">
            {parts.map(({ key, fill }) => (
              <span key={key} className={fill} style={{ width: `${(bar[key] / maxTotal) * 100}%` }} />
            ))}
          </span>
          <span className="w-28 shrink-0 text-right text-xs whitespace-nowrap tabular-nums">
            <span className="font-semibold">{formatCount(bar.available)}</span> of {formatCount(bar.total)} left
          </span>
        </div>
      ))}
    </figure>
  );
}
