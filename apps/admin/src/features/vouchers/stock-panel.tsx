import { formatRupees } from '@inaam/contracts/common/format';
import type { VoucherStat } from '@inaam/contracts/vouchers/vouchers';
import { Dialog } from '@inaam/ui/dialog';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { Fragment } from 'react';
import { type Counts, stockByType } from './stock.ts';
import { StockPlot } from './stock-plot.tsx';
import { typeName } from './voucher-names.ts';

const count = new Intl.NumberFormat('en-IN');

const Figures = ({ counts }: { counts: Counts }) => (
  <>
    <Td numeric>{count.format(counts.total)}</Td>
    <Td numeric>{count.format(counts.available)}</Td>
    <Td numeric>{count.format(counts.assigned)}</Td>
    <Td numeric>{count.format(counts.used)}</Td>
    <Td numeric>{count.format(counts.expired)}</Td>
  </>
);

/** All figures of the stock: per type, per brand, per amount. */
export const StockPanel = ({ stats, onClose }: { stats: readonly VoucherStat[]; onClose: () => void }) => (
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
              <Figures counts={counts} />
            </Tr>
            {brands.map((brand) => (
              <Fragment key={brand.voucher_brand}>
                <Tr>
                  <Td className="pl-6!">{brand.voucher_brand}</Td>
                  <Figures counts={brand} />
                </Tr>
                {brand.amount_breakdown.map(({ amount, count: total, ...rest }) => (
                  <Tr key={amount} className="text-muted">
                    <Td className="pl-10!">{formatRupees(amount)}</Td>
                    <Figures counts={{ total, ...rest }} />
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
