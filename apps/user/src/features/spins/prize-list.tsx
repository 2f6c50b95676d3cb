import { formatRupees } from '@inaam/contracts/money';
import { tenthsToPercent } from '@inaam/contracts/odds';
import type { Slice } from '@inaam/contracts/wheel';

const COLOURS = 5;

export const prizeName = (amount: number | undefined): string =>
  amount === undefined ? 'Try Again' : formatRupees(amount);

/** The prizes and their odds in words: the wheel for whoever cannot see it, and the thin slices for everyone. */
export const PrizeList = ({ slices }: { slices: readonly Slice[] }) => (
  <table className="w-full text-sm">
    <caption className="sr-only">Prizes and odds</caption>
    <thead className="sr-only">
      <tr>
        <th scope="col">Prize</th>
        <th scope="col">Odds</th>
      </tr>
    </thead>
    <tbody>
      {slices.map(({ amount, tenths, start }, index) => (
        <tr key={`${start}:${amount}`}>
          <th scope="row" className="border-b border-line py-1.5 text-left font-normal">
            <span
              aria-hidden
              className="mr-2 inline-block size-3 rounded-full border border-line align-[-1px]"
              style={{
                background: amount === undefined ? 'var(--wheel-rest)' : `var(--wheel-${(index % COLOURS) + 1})`,
              }}
            />
            {prizeName(amount)}
          </th>
          <td className="border-b border-line py-1.5 text-right text-muted tabular-nums">{tenthsToPercent(tenths)}%</td>
        </tr>
      ))}
    </tbody>
  </table>
);
