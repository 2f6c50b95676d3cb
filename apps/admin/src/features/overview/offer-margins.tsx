import { formatCount, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import type { OfferFigures } from '@inaam/contracts/insights/report';
import { cx } from '@inaam/ui/cx';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../lists/columns.ts';
import { ListTable } from '../../lists/list-table.tsx';
import { opensRecord } from '../../lists/row-keys.ts';
import { SegmentedControl } from '../../page/segmented-control.tsx';
import { ShowMore } from '../../page/show-more.tsx';

const orders = [
  { value: 'margin', label: 'Largest margin' },
  { value: 'trend', label: 'Largest change' },
] as const;
type Order = (typeof orders)[number]['value'];

const getMarginChange = ({ margin, margin_before }: OfferFigures): number =>
  Math.round((margin - (margin_before ?? 0)) * 100) / 100;

/**
 * For `margin`, keeps the server's order: the largest margin first. For `trend`, sorts by the size of the margin's
 * increase or decrease.
 */
export const sortOffers = (offers: readonly OfferFigures[], order: Order): OfferFigures[] =>
  order === 'margin'
    ? [...offers]
    : offers.toSorted((a, b) => Math.abs(getMarginChange(b)) - Math.abs(getMarginChange(a)) || a.offer_id - b.offer_id);

const formatSigned = (amount: number): string =>
  amount === 0 ? '–' : `${amount > 0 ? '+' : '−'}${formatRupees(Math.abs(amount))}`;

const columns: readonly Column<OfferFigures>[] = [
  {
    id: 'offer',
    header: 'Offer',
    className: 'min-w-40',
    cell: (offer) => (
      <>
        <Link
          {...opensRecord}
          to={adminPaths.offers}
          search={{ panel: `view-${offer.offer_id}` }}
          className="link py-1 wrap-anywhere max-sm:font-semibold"
        >
          {offer.title}
        </Link>
        {/* On a phone, this line replaces the columns Revenue, Vouchers, Clicks and Conversions. */}
        <span className="block text-xs font-normal text-muted tabular-nums sm:hidden">
          {formatRupees(offer.revenue)} less {formatRupees(offer.voucher_cost)} of vouchers ·{' '}
          {formatCount(offer.conversions)} of {formatCount(offer.clicks)} clicks completed
        </span>
      </>
    ),
  },
  {
    id: 'margin',
    header: 'Margin',
    numeric: true,
    phone: 'end',
    cell: (offer) => <span className="font-semibold">{formatRupees(offer.margin)}</span>,
  },
  {
    id: 'change',
    header: 'Change',
    numeric: true,
    phone: 'belowEnd',
    cell: (offer) => (
      <span className={cx(getMarginChange(offer) > 0 && 'text-good', getMarginChange(offer) < 0 && 'text-bad')}>
        {formatSigned(getMarginChange(offer))}
      </span>
    ),
  },
  ...(
    [
      ['revenue', 'Revenue', (offer) => formatRupees(offer.revenue)],
      ['vouchers', 'Vouchers', (offer) => formatRupees(offer.voucher_cost)],
      ['clicks', 'Clicks', (offer) => formatCount(offer.clicks)],
      ['conversions', 'Conversions', (offer) => formatCount(offer.conversions)],
    ] satisfies [id: string, header: string, cell: Column<OfferFigures>['cell']][]
  ).map(([id, header, cell]) => ({ id, header, cell, numeric: true })),
];

/** Each offer's margin: revenue minus the cost of its vouchers. */
export function OfferMargins({
  offers,
  compared,
  order,
  onOrder,
}: {
  offers: readonly OfferFigures[];
  /** True if the report has a period to compare with. */
  compared: boolean;
  order: Order;
  onOrder: (order: Order) => void;
}) {
  const shown = sortOffers(offers, compared ? order : 'margin');
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-base">Offers by margin</h2>
        {compared && <SegmentedControl label="Order of the offers" options={orders} value={order} onChange={onOrder} />}
      </div>
      {offers.length === 0 ? (
        <p className="text-muted">No offer was clicked or completed in these days.</p>
      ) : (
        <ShowMore items={shown} what="offers">
          {(rows) => (
            <ListTable
              caption="Offers by margin"
              columns={compared ? columns : columns.filter(({ id }) => id !== 'change')}
              rows={rows}
              rowKey={({ offer_id }) => offer_id}
            />
          )}
        </ShowMore>
      )}
    </div>
  );
}
