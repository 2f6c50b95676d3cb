import { formatRupees } from '@inaam/contracts/common/format';
import { type Odds, permilleToPercent } from '@inaam/contracts/offers/odds';
import { getPrizes } from '@inaam/contracts/spins/wheel';
import { spins as words } from '../../../words/words.ts';

const COLOURS = 5;

export const prizeName = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? words.tryAgain : formatRupees(amount);

/** The chance of one prize in percent, summed over equal amounts. */
export const getPrizeChance = (odds: Odds, amount: number): number =>
  permilleToPercent(odds.reduce((sum, each) => sum + (each.amount === amount ? each.permille : 0), 0));

/** The prizes with their chances in percent. */
export const PrizeList = ({ odds, columns = 1 }: { odds: Odds; columns?: 1 | 2 }) => (
  <dl
    aria-label={words.prizes}
    className={`grid gap-x-6 text-sm ${columns === 2 ? 'grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]' : ''}`}
  >
    {getPrizes(odds).map(({ amount, permille }, index) => (
      <div key={amount} className="flex items-center gap-2 border-b border-line py-1.5 last:odd:col-span-full">
        <span
          aria-hidden
          className="size-3 shrink-0 rounded-full border border-edge"
          style={{ background: amount === null ? 'var(--wheel-rest)' : `var(--wheel-${(index % COLOURS) + 1})` }}
        />
        <dt className="grow">{prizeName(amount)}</dt>
        <dd className="text-muted tabular-nums">{permilleToPercent(permille)}%</dd>
      </div>
    ))}
  </dl>
);
