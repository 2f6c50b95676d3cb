import type { DayFigures } from '@inaam/contracts/insights/dashboard-series';
import { Button } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { ChartColumn, Table2 } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '../../app/days.ts';
import { DayChart } from '../../charts/day-chart.tsx';
import { SegmentedControl } from '../../page/segmented-control.tsx';
import { type Days, seriesDays } from '../../shared/overview/dashboard-search.ts';
import { series, totalOf } from './figures.ts';

const ranges = seriesDays.map((value) => ({ value, label: `${value} days` }));

/** The same numbers as a table, the latest day first. */
const TrendTable = ({ figures }: { figures: readonly DayFigures[] }) => (
  <Table caption="Figures by day" className="max-h-96">
    <thead>
      <tr>
        <Th>Day (IST)</Th>
        {series.map(({ key, label }) => (
          <Th key={key} numeric>
            {label}
          </Th>
        ))}
      </tr>
    </thead>
    <tbody>
      {figures.toReversed().map((day) => (
        <Tr key={day.day}>
          <Td className="whitespace-nowrap tabular-nums">{formatDay(day.day)}</Td>
          {series.map(({ key, format }) => (
            <Td key={key} numeric>
              {format(day[key])}
            </Td>
          ))}
        </Tr>
      ))}
      <Tr className="font-semibold">
        <Td>All</Td>
        {series.map(({ key, format }) => (
          <Td key={key} numeric>
            {format(totalOf(figures, key))}
          </Td>
        ))}
      </Tr>
    </tbody>
  </Table>
);

/**
 * Users, clicks, conversions and money over time: six plots that read out the same day, or a table of their numbers.
 */
export function Trends({
  figures,
  days,
  onDays,
  fetching,
}: {
  figures: readonly DayFigures[];
  days: Days;
  onDays: (days: Days) => void;
  /** The figures are still those of another range. */
  fetching: boolean;
}) {
  const [active, setActive] = useState<number>();
  const [asTable, setAsTable] = useState(false);
  const dates = figures.map(({ day }) => day);
  const Icon = asTable ? ChartColumn : Table2;
  return (
    <section aria-label="Over time" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-base">Over time</h2>
        <p className="text-xs text-muted">Days in India (IST)</p>
        <div className="ml-auto flex flex-wrap gap-2">
          <SegmentedControl label="How many days" options={ranges} value={days} onChange={onDays} />
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
          <TrendTable figures={figures} />
        ) : (
          <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
            {series.map(({ key, ...rest }) => (
              <DayChart
                key={key}
                {...rest}
                days={dates}
                values={figures.map((day) => day[key])}
                total={rest.format(totalOf(figures, key))}
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
