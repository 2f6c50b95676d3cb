import { formatCount, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import type { OfferFigures } from '@inaam/contracts/insights/report';
import { cx } from '@inaam/ui/cx';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { Link } from '@tanstack/react-router';
import { SegmentedControl } from '../../page/segmented-control.tsx';
import { ShowMore } from '../../page/show-more.tsx';

const orders = [
  { value: 'margin', label: 'Largest margin' },
  { value: 'trend', label: 'Largest change' },
] as const;
type Order = (typeof orders)[number]['value'];

const changeIn = ({ margin, margin_before }: OfferFigures): number =>
  Math.round((margin - (margin_before ?? 0)) * 100) / 100;

/** By what they earned, or by how much that changed, whichever way. */
export const ordered = (offers: readonly OfferFigures[], order: Order): OfferFigures[] =>
  order === 'margin'
    ? [...offers]
    : offers.toSorted((a, b) => Math.abs(changeIn(b)) - Math.abs(changeIn(a)) || a.offer_id - b.offer_id);

const signed = (amount: number): string =>
  amount === 0 ? '–' : `${amount > 0 ? '+' : '−'}${formatRupees(Math.abs(amount))}`;

/** What each offer left after its vouchers. */
export function OfferMargins({
  offers,
  compared,
  order,
  onOrder,
}: {
  offers: readonly OfferFigures[];
  /** There is a period to compare with. */
  compared: boolean;
  order: Order;
  onOrder: (order: Order) => void;
}) {
  const shown = ordered(offers, compared ? order : 'margin');
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
            <Table caption="Offers by margin">
              <thead>
                <tr>
                  <Th>Offer</Th>
                  <Th numeric>Margin</Th>
                  {compared && <Th numeric>Change</Th>}
                  <Th numeric>Revenue</Th>
                  <Th numeric>Vouchers</Th>
                  <Th numeric>Clicks</Th>
                  <Th numeric>Conversions</Th>
                </tr>
              </thead>
              <tbody>
                {rows.map((offer) => (
                  <Tr key={offer.offer_id}>
                    <Td className="min-w-40">
                      <Link to={adminPaths.offers} search={{ panel: `view-${offer.offer_id}` }} className="link">
                        {offer.title}
                      </Link>
                    </Td>
                    <Td numeric className="font-semibold">
                      {formatRupees(offer.margin)}
                    </Td>
                    {compared && (
                      <Td numeric className={cx(changeIn(offer) > 0 && 'text-good', changeIn(offer) < 0 && 'text-bad')}>
                        {signed(changeIn(offer))}
                      </Td>
                    )}
                    <Td numeric>{formatRupees(offer.revenue)}</Td>
                    <Td numeric>{formatRupees(offer.voucher_cost)}</Td>
                    <Td numeric>{formatCount(offer.clicks)}</Td>
                    <Td numeric>{formatCount(offer.conversions)}</Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
          )}
        </ShowMore>
      )}
    </div>
  );
}
