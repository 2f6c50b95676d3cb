import { formatCount, formatExactRupees, formatRupees, formatUpToOneDecimal } from '@inaam/contracts/common/format';
import { type Odds, permilleToPercent, ROLLS } from '@inaam/contracts/offers/odds';
import { computeWedges, getPrizes } from '@inaam/contracts/spins/wheel';
import { cx } from '@inaam/ui/cx';
import { StatusDot } from '@inaam/ui/status-dot';
import { Wheel } from '@inaam/ui/wheel';
import { trpc } from '../../app/trpc.ts';
import { forecastText } from '../vouchers/parts/stock-forecast.ts';
import { clampToCircle, type TypedOdds } from './typed-odds.ts';

/** Costs are shown with paise, because a spin often costs less than a rupee on average. */

/** The average voucher cost of these odds, compared with the payout of a completion. */
function CostLine({ odds, payout, payoutName }: { odds: Odds; payout: number; payoutName: string }) {
  const { cost, share, margin } = computeBalance(odds, payout);
  return (
    <div className="grid gap-1">
      <dl className="grid grid-cols-3 gap-3 tabular-nums">
        <div>
          <dt className="text-xs text-muted">Voucher cost per completion</dt>
          <dd className="text-base font-semibold">{formatExactRupees(cost)}</dd>
        </div>
        <div>
          <dt className="text-xs text-muted">{payoutName}</dt>
          <dd className="text-base font-semibold">{formatExactRupees(payout)}</dd>
        </div>
        <div>
          <dt className="text-xs text-muted">Margin per completion</dt>
          <dd className={margin < 0 ? 'text-base font-semibold text-bad' : 'text-base font-semibold'}>
            {formatExactRupees(margin)}
          </dd>
        </div>
      </dl>
      <div aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
        <div
          className="h-full rounded-full"
          style={{ width: `${Math.min(100, share ?? (cost > 0 ? 100 : 0))}%`, background: 'var(--plot-cost)' }}
        />
      </div>
      <p className="text-xs text-muted">
        {share === undefined
          ? 'There is no payout yet to compare the cost with.'
          : margin < 0
            ? 'On average these odds cost more than the offer pays.'
            : `Vouchers take ${formatUpToOneDecimal(share)}% of the payout on average.`}
      </p>
    </div>
  );
}

/** The stock of each amount of these odds, and how long the stock lasts. */
function StockLines({ odds }: { odds: Odds }) {
  const { data } = trpc.admin.vouchers.forecast.useQuery(undefined, { staleTime: 60_000 });
  const amounts = [...new Set(odds.filter(({ permille }) => permille > 0).map(({ amount }) => amount))];
  if (!data || amounts.length === 0) return null;
  return (
    <ul aria-label="Stock of each amount" className="grid gap-1">
      {amounts.map((amount) => {
        const emptyStock = { amount, available: 0, owed: 0, per_day: 0, days_left: null, is_low: true };
        const stock = data.stock.find((each) => each.amount === amount) ?? emptyStock;
        const { tone, words } = forecastText(stock);
        return (
          <li key={amount} className="flex flex-wrap items-center gap-x-3">
            <span className="w-16 font-semibold tabular-nums">{formatRupees(amount)}</span>
            <StatusDot tone={tone}>{words}</StatusDot>
            <span className="ml-auto text-xs text-muted tabular-nums">{formatCount(stock.available)} in stock</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Whether the odds are profitable, and whether the stock covers them. */
export const OddsBalance = ({ odds, payout, payoutName }: { odds: Odds; payout: number; payoutName: string }) => (
  <div className="grid gap-3 rounded-card border border-line bg-surface p-card">
    <CostLine odds={odds} payout={payout} payoutName={payoutName} />
    <StockLines odds={odds} />
  </div>
);

const percent = (permille: number): string => `${permilleToPercent(permille).toFixed(1)}%`;

/** The wheel that users will see, and the chances to win and to lose in percent. */
export function OddsPreview({ typed }: { typed: TypedOdds }) {
  const odds = clampToCircle(typed.odds);
  const prizes = getPrizes(odds);
  const wheel = computeWedges(odds).map(({ from, to, amount }) => ({
    label: amount === null ? 'Try Again' : formatRupees(amount),
    from,
    to,
    colour: amount === null ? ('rest' as const) : prizes.findIndex((prize) => prize.amount === amount),
  }));
  return (
    <div className="grid content-start gap-2">
      <Wheel wedges={wheel} className={cx('mx-auto w-48', typed.tooHigh && 'opacity-40')} />
      <dl className="grid gap-0.5 text-sm tabular-nums">
        <div className="flex justify-between">
          <dt className="text-muted">Win</dt>
          <dd className={typed.tooHigh ? 'font-semibold text-bad' : 'font-semibold'}>{percent(typed.winPermille)}</dd>
        </div>
        <div className="flex justify-between">
          <dt className="text-muted">Try Again</dt>
          <dd>{percent(typed.restPermille)}</dd>
        </div>
      </dl>
    </div>
  );
}

/**
 * The average voucher cost of a completion in rupees. The cost is exact to a tenth of a paisa, because odds are tenths
 * of a percent and amounts are whole rupees.
 */
export const computeExpectedCost = (odds: Odds): number =>
  odds.reduce((sum, { amount, permille }) => sum + amount * permille, 0) / ROLLS;

interface Balance {
  cost: number;
  payout: number;
  margin: number;
  /** The vouchers' share of the payout in percent; undefined without a payout. */
  share: number | undefined;
}

/** Compares the expected voucher cost of a completion with the payout. Amounts are in rupees. */
export function computeBalance(odds: Odds, payout: number): Balance {
  const cost = computeExpectedCost(odds);
  return { cost, payout, margin: payout - cost, share: payout > 0 ? (cost / payout) * 100 : undefined };
}
