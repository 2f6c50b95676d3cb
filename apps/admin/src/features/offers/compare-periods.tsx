import { formatCount, formatRupees } from '@inaam/contracts/common/format';
import type { OfferPeriod } from '@inaam/contracts/insights/report';
import { cx } from '@inaam/ui/cx';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay, formatShortDay } from '../../app/days.ts';
import { trpc } from '../../app/trpc.ts';
import { Loadable } from '../../page/loadable.tsx';
import { getChange } from '../overview/parts/change.ts';
import { type Periods, toReportInput } from '../overview/parts/dashboard-search.ts';
import { PeriodChooser } from '../overview/parts/period-chooser.tsx';

type FigureKey = Exclude<keyof OfferPeriod, 'from' | 'to'>;

const figures: readonly { key: FigureKey; label: string; format: (value: number) => string; good?: 'up' }[] = [
  { key: 'clicks', label: 'Clicks', format: formatCount, good: 'up' },
  { key: 'completions', label: 'Completions', format: formatCount, good: 'up' },
  { key: 'spins', label: 'Spins', format: formatCount, good: 'up' },
  { key: 'wins', label: 'Wins', format: formatCount },
  { key: 'revenue', label: 'Revenue', format: formatRupees, good: 'up' },
  { key: 'voucher_cost', label: 'Voucher cost', format: formatRupees },
  { key: 'margin', label: 'Margin', format: formatRupees, good: 'up' },
];

const formatPeriod = ({ from, to }: OfferPeriod): string =>
  from === to ? formatDay(from) : `${formatShortDay(from)} – ${formatDay(to)}`;

/** An offer's figures in two chosen periods, side by side. */
export function ComparePeriods({ offerId }: { offerId: number }) {
  const [periods, setPeriods] = useState<Periods>({ period: '30', compare: 'before' });
  const query = trpc.admin.offers.compare.useQuery(
    { offer_id: offerId, ...toReportInput(periods) },
    { placeholderData: keepPreviousData },
  );
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap gap-2">
        <PeriodChooser
          state={periods}
          shown={query.data?.now}
          onChange={(next) => setPeriods({ ...periods, ...next })}
        />
      </div>
      <Loadable query={query} what="the periods" failed="The periods could not be compared" shape={['h-72']}>
        {({ now, before }) => (
          <Table caption="Two periods" fetching={query.isPlaceholderData}>
            <thead>
              <tr>
                <Th>Figure</Th>
                <Th numeric>{formatPeriod(now)}</Th>
                {before && <Th numeric>{formatPeriod(before)}</Th>}
                {before && <Th numeric>Change</Th>}
              </tr>
            </thead>
            <tbody>
              {figures.map(({ key, label, format, good }) => {
                const change = before && getChange(now[key], before[key]);
                return (
                  <Tr key={key}>
                    <Td>{label}</Td>
                    <Td numeric className="font-semibold">
                      {format(now[key])}
                    </Td>
                    {before && <Td numeric>{format(before[key])}</Td>}
                    {change && (
                      <Td
                        numeric
                        className={cx(
                          good && change.direction === 'up' && 'text-good',
                          good && change.direction === 'down' && 'text-bad',
                          change.direction === 'same' && 'text-muted',
                        )}
                      >
                        {change.words}
                      </Td>
                    )}
                  </Tr>
                );
              })}
            </tbody>
          </Table>
        )}
      </Loadable>
    </div>
  );
}
