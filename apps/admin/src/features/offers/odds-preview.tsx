import { formatRupees } from '@inaam/contracts/common/format';
import { tenthsToPercent } from '@inaam/contracts/offers/odds';
import { slices } from '@inaam/contracts/spins/wheel';
import { cx } from '@inaam/ui/cx';
import { Wheel } from '@inaam/ui/wheel';
import { fitted, type TypedOdds } from './typed-odds.ts';

const percent = (tenths: number): string => `${tenthsToPercent(tenths).toFixed(1)}%`;

/** The wheel that users will see, and its sums in words. */
export function OddsPreview({ typed }: { typed: TypedOdds }) {
  const wheel = slices(fitted(typed.odds)).map(({ amount, start, end }) => ({
    label: amount === undefined ? 'Try Again' : formatRupees(amount),
    start,
    end,
    rest: amount === undefined,
  }));
  return (
    <div className="grid content-start gap-2">
      <Wheel slices={wheel} className={cx('mx-auto w-48', typed.tooHigh && 'opacity-40')} />
      <dl className="grid gap-0.5 text-sm tabular-nums">
        <div className="flex justify-between">
          <dt className="text-muted">Win</dt>
          <dd className={typed.tooHigh ? 'font-semibold text-bad' : 'font-semibold'}>{percent(typed.winTenths)}</dd>
        </div>
        <div className="flex justify-between">
          <dt className="text-muted">Try Again</dt>
          <dd>{percent(typed.restTenths)}</dd>
        </div>
      </dl>
    </div>
  );
}
