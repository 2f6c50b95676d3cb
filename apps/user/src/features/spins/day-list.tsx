import type { FairnessDay } from '@inaam/contracts/spins/fairness';
import { Card } from '@inaam/ui/card';
import { CopyButton } from '@inaam/ui/copy-button';
import { formatDate } from '../../words/dates.ts';
import { fairness as words } from '../../words/words.ts';

/** The published draws as JSON. */
const JSON_PATH = '/fairness.json';

const MAX_DAYS = 31;

/** Published draws, newest day first. */
export const DayList = ({ days }: { days: readonly FairnessDay[] }) => (
  <Card>
    <h2 className="text-base">{words.days}</h2>
    <p className="mt-1 max-w-prose text-sm text-muted">
      {words.daysHint}{' '}
      <a href={JSON_PATH} className="link">
        {JSON_PATH}
      </a>
    </p>
    {days.length === 0 ? (
      <p className="mt-3 text-sm text-muted">{words.noDays}</p>
    ) : (
      <ul className="mt-3 grid divide-y divide-line text-sm">
        {days.slice(0, MAX_DAYS).map(({ day, root, count }) => (
          <li key={day} className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[7rem_6rem_minmax(0,1fr)]">
            <time dateTime={day} className="font-semibold tabular-nums">
              {formatDate(day)}
            </time>
            <span className="text-muted tabular-nums">
              {words.draws}: {count}
            </span>
            <span className="flex min-w-0 items-center justify-between gap-3">
              <span className="code min-w-0">{root}</span>
              <span className="shrink-0">
                <CopyButton value={root} what={`${words.root} ${day}`} variant="quiet" />
              </span>
            </span>
          </li>
        ))}
      </ul>
    )}
  </Card>
);
