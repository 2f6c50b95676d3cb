import type { Dashboard } from '@inaam/contracts/insights/insights';
import { Card } from '@inaam/ui/card';
import { progressBars } from './figures.ts';

/** How far the day has come. */
export const ProgressCard = ({ stats }: { stats: Dashboard['stats'] }) => (
  <Card>
    <h2 className="mb-3 text-base">Today</h2>
    <div className="grid gap-3">
      {progressBars(stats).map(({ label, words, percent }) => (
        <div key={label}>
          <p className="mb-1 flex justify-between gap-3">
            <span>{label}</span>
            <span className="text-muted tabular-nums">{words}</span>
          </p>
          <div
            role="progressbar"
            aria-label={label}
            aria-valuenow={Math.round(percent)}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuetext={words}
            className="h-2 overflow-hidden rounded-full bg-sunken"
          >
            <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
          </div>
        </div>
      ))}
    </div>
  </Card>
);
