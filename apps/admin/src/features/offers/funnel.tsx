import type { OfferDetail } from '@inaam/contracts/offers/offer-detail';

const oneDecimal = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });

/** What became of the clicks: bars from zero, each with its count and its share of the step before. */
export function Funnel({ funnel: { clicks, completions, spins, wins, reversed } }: { funnel: OfferDetail['funnel'] }) {
  const steps = [
    { label: 'Clicks', count: clicks, hue: '--plot-clicks' },
    { label: 'Completions', count: completions, hue: '--plot-conversions' },
    { label: 'Spins', count: spins, hue: '--plot-users' },
    { label: 'Wins', count: wins, hue: '--plot-cost' },
  ];
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <div className="grid gap-2">
      <ol className="grid gap-2">
        {steps.map(({ label, count, hue }, index) => {
          const before = steps[index - 1];
          return (
            <li key={label} className="flex items-center gap-3">
              <span className="w-24 shrink-0">{label}</span>
              <span aria-hidden className="h-5 min-w-0 grow">
                <span
                  className="block h-full rounded-[3px]"
                  style={{ width: `${(count / most) * 100}%`, background: `var(${hue})` }}
                />
              </span>
              <span className="w-12 text-right font-semibold tabular-nums">{count.toLocaleString('en-IN')}</span>
              <span className="w-32 text-xs whitespace-nowrap sm:w-36 text-muted tabular-nums">
                {before &&
                  before.count > 0 &&
                  `${oneDecimal.format((count / before.count) * 100)}% of ${before.label.toLowerCase()}`}
              </span>
            </li>
          );
        })}
      </ol>
      {reversed > 0 && (
        <p className="text-xs text-muted">
          {reversed.toLocaleString('en-IN')} {reversed === 1 ? 'completion was' : 'completions were'} reversed by the
          network.
        </p>
      )}
    </div>
  );
}
