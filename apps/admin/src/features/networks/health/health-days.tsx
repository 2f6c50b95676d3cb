import type { NetworkHealth } from '@inaam/contracts/networks/health';
import { postbackOutcomes } from '@inaam/contracts/networks/networks';
import { Button } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { ChartColumn, Table2 } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '../../../app/days.ts';
import { DayPlot } from '../../../charts/day-chart.tsx';
import { Segments } from '../../../page/segmented-control.tsx';
import { outcomes } from '../../../shared/postbacks/outcomes.ts';

const plotted = [
  { key: 'accepted', hue: '--good' },
  { key: 'refused', hue: '--bad' },
  { key: 'parked', hue: '--warn' },
] as const;
const ranges = [14, 30, 90].map((value) => ({ value, label: `${value} days` }));
const format = (count: number): string => count.toLocaleString('en-IN');

/** The same numbers as a table, the latest day first, with the outcomes that are not plotted. */
const DayTable = ({ days }: { days: NetworkHealth['days'] }) => (
  <Table caption="Calls by day" className="max-h-96">
    <thead>
      <tr>
        <Th>Day (IST)</Th>
        {postbackOutcomes.map((outcome) => (
          <Th key={outcome} numeric>
            {outcomes[outcome].label}
          </Th>
        ))}
      </tr>
    </thead>
    <tbody>
      {days.toReversed().map((day) => (
        <Tr key={day.day}>
          <Td className="whitespace-nowrap tabular-nums">{formatDay(day.day)}</Td>
          {postbackOutcomes.map((outcome) => (
            <Td key={outcome} numeric>
              {format(day[outcome])}
            </Td>
          ))}
        </Tr>
      ))}
    </tbody>
  </Table>
);

/** What became of a network's calls by day: plots that read out the same day, or a table of their numbers. */
export function HealthDays({
  days,
  wanted,
  onWanted,
  fetching,
}: {
  days: NetworkHealth['days'];
  wanted: number;
  onWanted: (days: number) => void;
  /** The days are still those of another range. */
  fetching: boolean;
}) {
  const [active, setActive] = useState<number>();
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? ChartColumn : Table2;
  return (
    <section aria-label="Calls by day" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-base">Calls by day</h2>
        <p className="text-xs text-muted">Days in India (IST)</p>
        <div className="ml-auto flex flex-wrap gap-2">
          <Segments label="How many days" options={ranges} value={wanted} onChange={onWanted} />
          <Button icon={<Icon aria-hidden className="size-4" />} onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show plots' : 'Show table'}
          </Button>
        </div>
      </div>
      <div
        aria-busy={fetching || undefined}
        className={cx('min-w-0 transition-opacity duration-150', fetching && 'opacity-50')}
      >
        {asTable ? (
          <DayTable days={days} />
        ) : (
          <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
            {plotted.map(({ key, hue }) => (
              <DayPlot
                key={key}
                label={outcomes[key].label}
                hue={hue}
                days={days.map(({ day }) => day)}
                values={days.map((day) => day[key])}
                format={format}
                formatTick={format}
                total={format(days.reduce((total, day) => total + day[key], 0))}
                active={active}
                onActive={setActive}
              />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
