import { formatCount } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { relativeTime } from '@inaam/contracts/common/time';
import type { NetworkHealth } from '@inaam/contracts/networks/health';
import { type NetworkView, postbackOutcomes } from '@inaam/contracts/networks/networks';
import { HOUSE_SLUG } from '@inaam/contracts/offers/milestones';
import { Button, buttonClass } from '@inaam/ui/button';
import { Card } from '@inaam/ui/card';
import { cx } from '@inaam/ui/cx';
import { EmptyState } from '@inaam/ui/empty-state';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing, ChartColumn, Table2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '../../../app/days.ts';
import { trpc } from '../../../app/trpc.ts';
import { DayChart } from '../../../charts/day-chart.tsx';
import { Loadable } from '../../../page/loadable.tsx';
import { EmptySection, Section } from '../../../page/section.tsx';
import { SegmentedControl } from '../../../page/segmented-control.tsx';
import { Tile, Tiles } from '../../../page/tiles.tsx';
import { Timestamp } from '../../../page/timestamp.tsx';
import { PostbackLink } from '../../postbacks/parts/postback-link.tsx';
import { OutcomeDot, outcomeLabels } from '../../postbacks/parts/postback-outcome.tsx';
import { formatInLargestUnit } from '../../postbacks/parts/postback-words.ts';
import { TabLink } from '../network-tabs.tsx';

const DAYS = 14;
const DAY_SECONDS = 86_400;

/** A network's postbacks by day, the time since the last postback, and what needs attention. */
export function HealthTab({ network }: { network: NetworkView }) {
  const [days, setDays] = useState(DAYS);
  const query = trpc.admin.networks.health.useQuery(
    { network_id: network.network_id, days },
    { placeholderData: keepPreviousData },
  );
  return (
    <Loadable query={query} what="the health" failed="The health could not be loaded" shape={['h-52 lg:h-26', 'h-72']}>
      {(data) => (
        <div className="grid grid-cols-1 gap-4">
          {data.last_postback_at === null ? (
            <NoPostbacks network={network} />
          ) : (
            <>
              {data.is_parking && <ParkingBanner health={data} />}
              {data.is_silent && <SilenceBanner health={data} />}
              <HealthFigures health={data} />
              <HealthDays
                days={data.days}
                requestedDays={days}
                onRequest={setDays}
                fetching={query.isPlaceholderData}
              />
              <Alerts health={data} />
            </>
          )}
        </div>
      )}
    </Loadable>
  );
}

/** Shown until the first postback arrives. */
const NoPostbacks = ({ network: { network_id, slug, name } }: { network: NetworkView }) =>
  slug === HOUSE_SLUG ? (
    <EmptyState kind="first-use" title="No postbacks">
      {name} is your own network: it completes milestones by itself.
    </EmptyState>
  ) : (
    <EmptyState
      kind="first-use"
      title="No postbacks yet"
      action={
        <Link
          to={adminPaths.networkSetup}
          params={{ networkId: String(network_id) }}
          className={buttonClass({ variant: 'primary' })}
        >
          Continue set-up
        </Link>
      }
    >
      {name} is added, and no postback has arrived. The set-up shows what is left to do.
    </EmptyState>
  );

const ParkingBanner = ({ health: { parked_share } }: { health: NetworkHealth }) => (
  <section aria-label="Parked postbacks" className="flex gap-3 rounded-card border border-bad/40 bg-bad-soft p-card">
    <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
    <div className="min-w-0">
      <p className="font-semibold">{parked_share}% of the last day’s postbacks are parked</p>
      <p>
        No user is credited for them until an admin resolves them. See the parked postbacks in the{' '}
        <TabLink tab="inbox" className="underline">
          inbox
        </TabLink>
        , and run the{' '}
        <TabLink tab="test" className="underline">
          test
        </TabLink>{' '}
        to find the settings to change.
      </p>
    </div>
  </section>
);

const SilenceBanner = ({ health: { silence_seconds, usual_silence_seconds } }: { health: NetworkHealth }) => (
  <section aria-label="Silence" className="flex gap-3 rounded-card border border-warn/40 bg-warn-soft p-card">
    <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
    <div className="min-w-0">
      <p className="font-semibold">Silent for {formatInLargestUnit(silence_seconds ?? 0)}</p>
      <p>
        A pause of more than {formatInLargestUnit(usual_silence_seconds ?? 0)} is unusual for this network. Look in its
        dashboard for failed postbacks, and check that the postback URL there is still the one above.
      </p>
    </div>
  </section>
);

const sum = (days: NetworkHealth['days'], key: 'accepted' | 'refused' | 'parked'): string =>
  formatCount(days.reduce((total, day) => total + day[key], 0));

/** `5m ago`; after a day `2 days ago`, because the date is shown below. */
const formatLastPostback = ({ last_postback_at, silence_seconds }: NetworkHealth): string => {
  if (last_postback_at === null || silence_seconds === null) return 'Never';
  if (silence_seconds < DAY_SECONDS) return relativeTime(last_postback_at, new Date());
  return `${formatInLargestUnit(silence_seconds)} ago`;
};

const HealthFigures = ({ health }: { health: NetworkHealth }) => {
  const { days, last_postback_at, unjudged, unauthenticated } = health;
  const note = `in ${days.length} days`;
  return (
    <Tiles className="grid-cols-2 lg:grid-cols-4">
      <Tile label="Accepted" value={sum(days, 'accepted')} note={note} />
      <Tile
        label="Refused"
        value={sum(days, 'refused')}
        note={
          <>
            {note}
            {unauthenticated.calls > unauthenticated.kept && (
              <span className="block">
                {formatCount(unauthenticated.calls - unauthenticated.kept)} forged postbacks of the last day were
                counted but not stored
              </span>
            )}
          </>
        }
      />
      <Tile label="Parked" value={sum(days, 'parked')} note={note} />
      <Tile
        label="Last postback"
        value={formatLastPostback(health)}
        note={
          <>
            {last_postback_at && <Timestamp at={last_postback_at} />}
            {unjudged > 0 && <span className="block">{unjudged} being processed</span>}
          </>
        }
      />
    </Tiles>
  );
};

const Alerts = ({ health: { alerts } }: { health: NetworkHealth }) => (
  <Section title="Alerts" note={alerts.length > 0 ? `the newest ${alerts.length}` : undefined}>
    {alerts.length === 0 ? (
      <EmptySection>No postback needs attention.</EmptySection>
    ) : (
      <ul className="divide-y divide-line">
        {alerts.map((entry) => (
          <li
            key={entry.postback_id}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 py-2 sm:grid-cols-[auto_minmax(0,1fr)_7rem_13rem]"
          >
            <BellRing aria-hidden className="size-4 text-warn" />
            <span className="wrap-anywhere">
              <PostbackLink id={entry.postback_id}>{entry.alert}</PostbackLink>
            </span>
            <span className="col-start-2 text-sm sm:col-start-auto">
              <OutcomeDot outcome={entry.outcome} />
            </span>
            <Timestamp
              at={entry.received_at}
              className="col-start-2 text-sm text-muted tabular-nums sm:col-start-auto sm:text-right"
            />
          </li>
        ))}
      </ul>
    )}
  </Section>
);

const plottedOutcomes = [
  { key: 'accepted', hue: '--good' },
  { key: 'refused', hue: '--bad' },
  { key: 'parked', hue: '--warn' },
] as const;
const ranges = [14, 30, 90].map((value) => ({ value, label: `${value} days` }));

/** The numbers of the plots as a table, the latest day first, with the outcomes that are not plotted. */
const DayTable = ({ days }: { days: NetworkHealth['days'] }) => (
  <Table caption="Postbacks by day" className="max-h-96">
    <thead>
      <tr>
        <Th>Day (IST)</Th>
        {postbackOutcomes.map((outcome) => (
          <Th key={outcome} numeric>
            {outcomeLabels[outcome].label}
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
              {formatCount(day[outcome])}
            </Td>
          ))}
        </Tr>
      ))}
    </tbody>
  </Table>
);

/** A network's postbacks by day: plots that share the selected day, or a table of their numbers. */
function HealthDays({
  days,
  requestedDays,
  onRequest,
  fetching,
}: {
  days: NetworkHealth['days'];
  requestedDays: number;
  onRequest: (days: number) => void;
  /** True while the days still belong to the previous range. */
  fetching: boolean;
}) {
  const [active, setActive] = useState<number>();
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? ChartColumn : Table2;
  return (
    <section aria-label="Postbacks by day" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-base">Postbacks by day</h2>
        <p className="text-xs text-muted">Days in Indian time (IST)</p>
        <div className="ml-auto flex flex-wrap gap-2">
          <SegmentedControl label="How many days" options={ranges} value={requestedDays} onChange={onRequest} />
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
            {plottedOutcomes.map(({ key, hue }) => (
              <Card key={key} className="min-w-0">
                <DayChart
                  label={outcomeLabels[key].label}
                  bars
                  days={days.map(({ day }) => day)}
                  series={[{ label: outcomeLabels[key].label, hue, values: days.map((day) => day[key]) }]}
                  format={formatCount}
                  formatTick={formatCount}
                  shared={{ active, onActive: setActive }}
                />
              </Card>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
