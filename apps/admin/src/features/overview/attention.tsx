import { formatCount, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDate } from '@inaam/contracts/common/time';
import type { ExpiringSoon, StockForecast } from '@inaam/contracts/insights/dashboard-series';
import type { Dashboard } from '@inaam/contracts/insights/insights';
import { buttonClass } from '@inaam/ui/button';
import { Card } from '@inaam/ui/card';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDay } from '../../app/days.ts';
import { forecastText } from '../vouchers/parts/stock-forecast.ts';
import { StockForecastStatus } from '../vouchers/parts/stock-forecast-status.tsx';

const AttentionSection = ({ title, note, children }: { title: string; note: string; children: ReactNode }) => (
  <Card className="min-w-0">
    <h2 className="text-base">{title}</h2>
    <p className="mb-3 text-xs text-muted">{note}</p>
    {children}
  </Card>
);

const NoProblem = ({ children }: { children: ReactNode }) => <StatusDot tone="good">{children}</StatusDot>;

const AddStock = ({ amount }: { amount: number }) => (
  <Link
    to={adminPaths.vouchers}
    search={{ panel: `new-${amount}` }}
    className={buttonClass({ small: true })}
    aria-label={`Add ${formatRupees(amount)} vouchers`}
  >
    Add
  </Link>
);

const OwedWinCounts = ({ owed }: { owed: Dashboard['owed'] }) => (
  <AttentionSection title="Owed to winners" note="Won, but no voucher of that amount is in stock yet">
    {owed.length === 0 ? (
      <NoProblem>No one is waiting</NoProblem>
    ) : (
      <ul className="grid grid-cols-1 gap-2">
        {owed.map(({ amount, count, oldest }) => (
          <li key={amount} className="flex items-center gap-3">
            <span className="min-w-0 grow">
              <StatusDot tone="warn">
                {formatCount(count)} × {formatRupees(amount)}
              </StatusDot>
              <span className="block pl-4 text-xs text-muted">Since {formatDate(oldest)}</span>
            </span>
            <span className="font-semibold tabular-nums">{formatRupees(amount * count)}</span>
            <AddStock amount={amount} />
          </li>
        ))}
      </ul>
    )}
  </AttentionSection>
);

const LowStock = ({ stock }: { stock: readonly StockForecast[] }) => (
  <AttentionSection title="Stock by amount" note="How long it lasts at the rate of the last 14 days">
    {stock.length === 0 ? (
      <p className="text-muted">No stock yet</p>
    ) : (
      <ul className="grid grid-cols-1 gap-2">
        {stock.map((each) => {
          const { tone } = forecastText(each);
          return (
            <li key={each.amount} className="flex items-center gap-2 sm:gap-3">
              <span className="w-14 shrink-0 sm:w-16 font-semibold tabular-nums">{formatRupees(each.amount)}</span>
              <span className="min-w-0 grow">
                <StockForecastStatus stock={each} />
              </span>
              {tone !== 'good' && tone !== 'neutral' && <AddStock amount={each.amount} />}
            </li>
          );
        })}
      </ul>
    )}
  </AttentionSection>
);

const MAX_LINES = 6;

const ExpiringCodes = ({ expiring }: { expiring: readonly ExpiringSoon[] }) => (
  <AttentionSection title="Expires soon" note="Available vouchers, within 14 days">
    {expiring.length === 0 ? (
      <NoProblem>No codes expire soon</NoProblem>
    ) : (
      <>
        <ul className="grid grid-cols-1 gap-1.5">
          {expiring.slice(0, MAX_LINES).map(({ voucher_brand, amount, expiry_date, count }) => (
            <li key={`${voucher_brand} ${amount} ${expiry_date}`} className="flex items-baseline gap-3">
              <span className="min-w-0 grow wrap-anywhere">
                {formatCount(count)} × {formatRupees(amount)} {voucher_brand}
              </span>
              <span className="text-sm whitespace-nowrap text-muted tabular-nums">{formatDay(expiry_date)}</span>
            </li>
          ))}
        </ul>
        <Link
          to={adminPaths.vouchers}
          search={{ status: 'available', expiry_filter: 'valid', sortBy: 'expiry_date', sortOrder: 'asc' }}
          className="link mt-3 inline-block min-h-6 text-sm"
        >
          {expiring.length > MAX_LINES ? `And ${expiring.length - MAX_LINES} more` : 'See them in the list'}
        </Link>
      </>
    )}
  </AttentionSection>
);

/** Wins that wait for a voucher, the stock of each amount, and codes that expire soon. */
export const Attention = ({ data: { owed, stock, expiring } }: { data: Dashboard }) => (
  <div className="grid gap-4 md:grid-cols-2">
    <div className="flex min-w-0 flex-col gap-4 [&>:last-child]:grow">
      <OwedWinCounts owed={owed} />
      <ExpiringCodes expiring={expiring} />
    </div>
    <LowStock stock={stock} />
  </div>
);
