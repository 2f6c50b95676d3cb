import { formatCount, formatRupees } from '@inaam/contracts/common/format';
import { parseTypedNumber } from '@inaam/contracts/common/money';
import type { StockForecast } from '@inaam/contracts/insights/dashboard-series';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { Dialog } from '@inaam/ui/dialog';
import { Field } from '@inaam/ui/field';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../app/save-file.ts';
import { trpc } from '../../app/trpc.ts';
import { Loadable } from '../../page/loadable.tsx';
import { StockForecastStatus } from './parts/stock-forecast-status.tsx';

const USUAL_DAYS = 30;
const MAX_DAYS = 365;

export interface OrderLine {
  /** The face value of one voucher in rupees. */
  amount: number;
  vouchers: number;
  /** Total value in rupees. */
  value: number;
}

/**
 * The vouchers to buy, without those in stock: one for each waiting winner, and enough for `days` at the rate of the
 * last two weeks.
 */
export const buildOrder = (stock: readonly StockForecast[], days: number): OrderLine[] =>
  stock
    .map(({ amount, available, owed, per_day }) => {
      const vouchers = Math.max(0, Math.ceil(per_day * days) + owed - available);
      return { amount, vouchers, value: amount * vouchers };
    })
    .filter(({ vouchers }) => vouchers > 0);

/** The order as text for a supplier: one line per amount, and the total. */
export const formatOrder = (order: readonly OrderLine[]): string =>
  [
    ...order.map(({ amount, vouchers }) => `${formatCount(vouchers)} × ${formatRupees(amount)}`),
    `Total: ${formatRupees(order.reduce((sum, { value }) => sum + value, 0))}`,
  ].join('\n');

const orderCsv = (order: readonly OrderLine[]): string =>
  ['amount (INR),vouchers,value (INR)', ...order.map(({ amount, vouchers, value }) => [amount, vouchers, value].join())]
    .map((line) => `${line}\r\n`)
    .join('');

/** The stock forecast and the order. */
export function ReorderPanel({ onClose }: { onClose: () => void }) {
  const query = trpc.admin.vouchers.forecast.useQuery();
  const [typed, setTyped] = useState(String(USUAL_DAYS));
  const days = parseTypedNumber(typed) ?? 0;
  const problem = Number.isInteger(days) && days >= 1 && days <= MAX_DAYS ? undefined : 'Enter 1 to 365 days';
  return (
    <Dialog open onOpenChange={onClose} place="side" title="Reorder list">
      <Loadable query={query} what="the forecast">
        {({ stock }) => {
          const order = problem ? [] : buildOrder(stock, days);
          return (
            <div className="grid gap-4">
              <Field
                label="Days of stock"
                inputMode="numeric"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                error={problem}
                hint="At the rate of the last 14 days, plus vouchers for waiting winners."
                inputClassName="text-right tabular-nums"
              />
              <Table caption="Stock and vouchers to buy">
                <thead>
                  <tr>
                    <Th numeric>Amount</Th>
                    <Th>Stock</Th>
                    <Th numeric>To buy</Th>
                  </tr>
                </thead>
                <tbody>
                  {stock.map((each) => {
                    const line = order.find(({ amount }) => amount === each.amount);
                    return (
                      <Tr key={each.amount}>
                        <Td numeric>{formatRupees(each.amount)}</Td>
                        <Td>
                          <StockForecastStatus stock={each} />
                        </Td>
                        <Td numeric className="font-semibold">
                          {line ? formatCount(line.vouchers) : '–'}
                        </Td>
                      </Tr>
                    );
                  })}
                </tbody>
              </Table>
              {order.length > 0 ? (
                <div className="grid gap-3">
                  <pre className="rounded-card bg-sunken p-3 font-sans text-sm whitespace-pre-wrap tabular-nums">
                    {formatOrder(order)}
                  </pre>
                  <div className="flex flex-wrap gap-2">
                    <CopyButton value={formatOrder(order)} label="Copy the list" />
                    <Button
                      icon={<Download aria-hidden className="size-4" />}
                      onClick={() => saveFile('reorder.csv', orderCsv(order), 'text/csv')}
                    >
                      CSV
                    </Button>
                  </div>
                </div>
              ) : (
                !problem && <p className="text-muted">The stock lasts for this period: nothing to buy.</p>
              )}
            </div>
          );
        }}
      </Loadable>
    </Dialog>
  );
}
