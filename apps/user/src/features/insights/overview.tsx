import { formatRupees } from '@inaam/contracts/common/format';
import { userPaths } from '@inaam/contracts/common/paths';
import type { CompletionView, UserStats } from '@inaam/contracts/insights/insights';
import { buttonClass } from '@inaam/ui/button';
import { Card } from '@inaam/ui/card';
import { cx } from '@inaam/ui/cx';
import { Stat, StatRow } from '@inaam/ui/stat';
import { Link } from '@tanstack/react-router';
import { Drawing } from '../../app/drawing.tsx';
import { profile as words } from '../../words/words.ts';
import { Activity } from './activity.tsx';
import { computePerformance, findMilestoneSpin, listVouchersByAmount } from './statistics.ts';

interface OverviewProps {
  stats: UserStats['stats'];
  completions: readonly CompletionView[];
  now: Date;
}

export function Overview({ stats, completions, now }: OverviewProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <StatRow className="grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] md:grid-cols-4">
        <Stat label={words.totalCompletions} value={stats.total_completions} />
        <Stat label={words.spinsUsed} value={stats.spins_used} />
        <Stat label={words.totalVouchers} value={stats.total_vouchers_won} />
        <Stat label={words.totalValue} value={formatRupees(stats.total_voucher_value)} />
      </StatRow>
      {completions.length > 0 && <Activity completions={completions} now={now} />}
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <Performance stats={stats} spin={findMilestoneSpin(completions)} />
        <Breakdown stats={stats} />
      </div>
    </div>
  );
}

/** @param spin the milestone with a ready spin, if any */
function Performance({ stats, spin }: { stats: UserStats['stats']; spin: CompletionView | undefined }) {
  const performance = computePerformance(stats);
  const { goal } = performance;
  const remaining = goal - performance.milestone;
  const hasSpin = stats.next_milestone !== null;
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
          <span id="milestone">{words.milestone({ count: goal })}</span>
          <span className="text-muted tabular-nums">
            {performance.milestone} / {goal}
          </span>
        </div>
        <div
          role="progressbar"
          aria-labelledby="milestone"
          aria-valuemin={0}
          aria-valuemax={goal}
          aria-valuenow={performance.milestone}
          className="mt-2 h-2.5 overflow-hidden rounded-full border border-edge bg-sunken"
        >
          <div className="h-full bg-accent" style={{ width: `${(100 * performance.milestone) / goal}%` }} />
        </div>
        <p className="mt-2 text-sm text-muted">
          {remaining <= 0
            ? words.reached
            : hasSpin
              ? words.toSpin({ count: remaining })
              : words.toGo({ count: remaining })}
        </p>
        {spin && (
          <Link
            to={userPaths.offers}
            search={{ spin: spin.offer_id }}
            className={cx(buttonClass({ variant: 'primary' }), 'mt-3 w-full')}
          >
            {words.milestoneSpin}
          </Link>
        )}
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

/** Won vouchers by amount, each with its count, its value and a bar. */
function Breakdown({ stats }: { stats: UserStats['stats'] }) {
  const rows = listVouchersByAmount(stats);
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <Card>
      <h2 className="text-base">{words.byAmount}</h2>
      {rows.length === 0 ? (
        <div className="mt-2 flex flex-col items-center gap-2 text-center text-sm text-muted">
          <Drawing name="vouchers" />
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
