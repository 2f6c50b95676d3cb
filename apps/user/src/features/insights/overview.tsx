import { formatRupees } from '@inaam/contracts/common/format';
import type { UserStats } from '@inaam/contracts/insights/insights';
import { Card } from '@inaam/ui/card';
import { Stat, StatRow } from '@inaam/ui/stat';
import { Drawing } from '../../app/drawing.tsx';
import { profile as words } from '../../words/words.ts';
import { computePerformance, listVouchersByAmount, MILESTONE } from './statistics.ts';

export function Overview({ stats }: { stats: UserStats['stats'] }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <StatRow className="grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] md:grid-cols-4">
        <Stat label={words.totalCompletions} value={stats.total_completions} />
        <Stat label={words.spinsUsed} value={stats.spins_used} />
        <Stat label={words.totalVouchers} value={stats.total_vouchers_won} />
        <Stat label={words.totalValue} value={formatRupees(stats.total_voucher_value)} />
      </StatRow>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <Performance stats={stats} />
        <Breakdown stats={stats} />
      </div>
    </div>
  );
}

function Performance({ stats }: { stats: UserStats['stats'] }) {
  const performance = computePerformance(stats);
  const left = MILESTONE - performance.milestone;
  return (
    <Card>
      <h2 className="text-base">{words.performance}</h2>
      <dl className="mt-2 text-sm">
        <Metric term={words.completionRate} value={`${performance.completionRate}%`} />
        <Metric term={words.winRate} value={`${performance.winRate}%`} />
        <Metric term={words.averagePerSpin} value={formatRupees(performance.averagePerSpin)} />
      </dl>
      <div className="mt-4">
        <div className="flex justify-between text-sm">
          <span id="milestone">{words.milestone({ count: MILESTONE })}</span>
          <span className="text-muted tabular-nums">
            {performance.milestone} / {MILESTONE}
          </span>
        </div>
        <div
          role="progressbar"
          aria-labelledby="milestone"
          aria-valuemin={0}
          aria-valuemax={MILESTONE}
          aria-valuenow={performance.milestone}
          className="mt-2 h-2.5 overflow-hidden rounded-full border border-edge bg-sunken"
        >
          <div className="h-full bg-accent" style={{ width: `${(100 * performance.milestone) / MILESTONE}%` }} />
        </div>
        <p className="mt-2 text-sm text-muted">{left > 0 ? words.toGo({ count: left }) : words.reached}</p>
      </div>
    </Card>
  );
}

const Metric = ({ term, value }: { term: string; value: string }) => (
  <div className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2">
    <dt className="text-muted">{term}</dt>
    <dd className="min-w-0 font-semibold wrap-anywhere tabular-nums">{value}</dd>
  </div>
);

/** Vouchers by amount: bars from zero with their numbers. */
function Breakdown({ stats }: { stats: UserStats['stats'] }) {
  const rows = listVouchersByAmount(stats);
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <Card>
      <h2 className="text-base">{words.byAmount}</h2>
      {rows.length === 0 ? (
        <div className="mt-2 flex flex-col items-center gap-2 text-center text-sm text-muted">
          <Drawing of="vouchers" />
          <p className="max-w-64">{words.noVouchers}</p>
        </div>
      ) : (
        <dl className="mt-3 grid gap-3 text-sm">
          {rows.map(({ amount, count }) => (
            <div key={amount} className="flex flex-wrap justify-between gap-x-4 tabular-nums">
              <dt className="font-semibold">{formatRupees(amount)}</dt>
              <dd className="min-w-0 text-muted wrap-anywhere">
                {count} × {formatRupees(amount)} = {formatRupees(count * amount)}
              </dd>
              <dd aria-hidden className="mt-1 basis-full">
                <div className="h-2 rounded-full bg-accent" style={{ width: `${(100 * count) / most}%` }} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
