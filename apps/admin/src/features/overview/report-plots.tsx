import { formatCompactRupees, formatCount, formatOneDecimal, formatRupees } from '@inaam/contracts/common/format';
import type { DayFigures } from '@inaam/contracts/insights/dashboard-series';
import type { Report } from '@inaam/contracts/insights/report';
import { Card } from '@inaam/ui/card';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { useState } from 'react';
import { formatDay } from '../../app/days.ts';
import { DayChart } from '../../charts/day-chart.tsx';
import { allSeries, buildFunnel, moneySeries, peopleSeries, sumSeries } from './figures.ts';

/** Revenue, voucher cost and margin in one plot, with the compared period. */
export const MoneyPlot = ({ report, beforeLabel }: { report: Report; beforeLabel: string | undefined }) => (
  <DayChart
    label="Revenue, voucher cost and margin"
    days={report.days.map(({ day }) => day)}
    series={moneySeries.map(({ key, label, hue }) => ({
      label,
      hue,
      values: report.days.map((day) => day[key]),
      before: report.before ? report.days_before.map((day) => day[key]) : undefined,
    }))}
    format={formatRupees}
    formatTick={formatCompactRupees}
    beforeLabel={beforeLabel}
    className="h-full"
  />
);

/** The period's funnel from a click to a used voucher, each step as a share of the previous step. */
export const Funnel = ({ days }: { days: readonly DayFigures[] }) => (
  <ol className="grid gap-1.5">
    {buildFunnel(days).map(({ key, label, count, width, percentOfPrevious, previousLabel }) => (
      <li key={key}>
        <p className="flex items-baseline gap-2 text-sm">
          <span>{label}</span>
          <span className="font-semibold tabular-nums">{formatCount(count)}</span>
          {percentOfPrevious !== null && (
            <span className="ml-auto text-xs text-muted tabular-nums">
              {formatOneDecimal(percentOfPrevious)}% of {previousLabel}
            </span>
          )}
        </p>
        <div aria-hidden className="h-2 rounded-[3px] bg-sunken">
          <div className="h-full rounded-[3px] bg-accent" style={{ width: `${width}%` }} />
        </div>
      </li>
    ))}
  </ol>
);

/** Users, clicks and conversions: three plots that share the selected day. */
export function PeoplePlots({ days }: { days: readonly DayFigures[] }) {
  const [active, setActive] = useState<number>();
  const dates = days.map(({ day }) => day);
  return (
    <div className="@container">
      <div className="grid grid-cols-1 gap-3 @xl:grid-cols-3">
        {peopleSeries.map(({ key, label, hue, format, formatTick }) => (
          <Card key={key} className="min-w-0">
            <DayChart
              label={label}
              bars
              days={dates}
              series={[{ label, hue, values: days.map((day) => day[key]) }]}
              format={format}
              formatTick={formatTick}
              shared={{ active, onActive: setActive }}
            />
          </Card>
        ))}
      </div>
    </div>
  );
}

/** The numbers of the plots as a table, the latest day first. */
export const ReportTable = ({ days }: { days: readonly DayFigures[] }) => (
  <Table caption="Figures by day" className="max-h-[30rem]">
    <thead>
      <tr>
        <Th>Day (IST)</Th>
        {allSeries.map(({ key, label }) => (
          <Th key={key} numeric>
            {label}
          </Th>
        ))}
      </tr>
    </thead>
    <tbody>
      {days.toReversed().map((day) => (
        <Tr key={day.day}>
          <Td className="whitespace-nowrap tabular-nums">{formatDay(day.day)}</Td>
          {allSeries.map(({ key, format }) => (
            <Td key={key} numeric>
              {format(day[key])}
            </Td>
          ))}
        </Tr>
      ))}
      <Tr className="font-semibold">
        <Td>All</Td>
        {allSeries.map(({ key, format }) => (
          <Td key={key} numeric>
            {format(sumSeries(days, key))}
          </Td>
        ))}
      </Tr>
    </tbody>
  </Table>
);

/** The table as CSV: one line per day, oldest first; money in rupees. */
export const reportCsv = (days: readonly DayFigures[]): string =>
  [
    ['day', ...allSeries.map(({ key }) => key)].join(','),
    ...days.map((day) => [day.day, ...allSeries.map(({ key }) => String(day[key]))].join(',')),
    '',
  ].join('\r\n');
