import { formatRupees } from '@inaam/contracts/common/format';
import { tenthsToPercent } from '@inaam/contracts/offers/odds';
import type { Slice } from '@inaam/contracts/spins/wheel';

const COLOURS = 5;

export const prizeName = (amount: number | undefined): string =>
  amount === undefined ? 'Try Again' : formatRupees(amount);

/** The prizes and their odds in words: the wheel for whoever cannot see it, and the thin slices for everyone. */
export const PrizeList = ({ slices, columns = 1 }: { slices: readonly Slice[]; columns?: 1 | 2 }) => (
  <dl
    aria-label="Prizes and odds"
    className={`grid gap-x-6 text-sm ${columns === 2 ? 'grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]' : ''}`}
  >
    {slices.map(({ amount, tenths, start }, index) => (
      <div key={`${start}:${amount}`} className="flex items-center gap-2 border-b border-line py-1.5">
        <span
          aria-hidden
          className="size-3 shrink-0 rounded-full border border-edge"
          style={{ background: amount === undefined ? 'var(--wheel-rest)' : `var(--wheel-${(index % COLOURS) + 1})` }}
        />
        <dt className="grow">{prizeName(amount)}</dt>
        <dd className="text-muted tabular-nums">{tenthsToPercent(tenths)}%</dd>
      </div>
    ))}
  </dl>
);
