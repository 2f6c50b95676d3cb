import type { NetworkHealth } from '@inaam/contracts/networks/health';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import { Stat, StatRow } from '@inaam/ui/stat';
import { keepPreviousData } from '@tanstack/react-query';
import { BellRing, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../../app/trpc.ts';
import { Loadable } from '../../../page/loadable.tsx';
import { Nothing, Part } from '../../../page/section.tsx';
import { Moment } from '../../../page/timestamp.tsx';
import { OutcomeDot } from '../../../shared/postbacks/outcome-dot.tsx';
import { EntryLink } from '../../../shared/postbacks/postback-link.tsx';
import { ago, duration } from '../../../shared/postbacks/postback-words.ts';
import { FirstSteps } from './first-steps.tsx';
import { HealthDays } from './health-days.tsx';

const DAYS = 14;

/** How a network is doing: its calls by day, its silence, what somebody should look at. */
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
            <FirstSteps network={network} />
          ) : (
            <>
              {data.is_silent && <Silent health={data} />}
              <Figures health={data} />
              <HealthDays days={data.days} wanted={days} onWanted={setDays} fetching={query.isPlaceholderData} />
              <Alerts health={data} />
            </>
          )}
        </div>
      )}
    </Loadable>
  );
}

const Silent = ({ health: { silence_seconds, usual_silence_seconds } }: { health: NetworkHealth }) => (
  <section aria-label="Silence" className="flex gap-3 rounded-card border border-warn/40 bg-warn-soft p-card">
    <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
    <div className="min-w-0">
      <p className="font-semibold">Silent for {duration(silence_seconds ?? 0)}</p>
      <p>
        A pause of more than {duration(usual_silence_seconds ?? 0)} is unusual for this network. Look into its dashboard
        for failed postbacks, and check that the postback URL there is still the one above.
      </p>
    </div>
  </section>
);

const sum = (days: NetworkHealth['days'], key: 'accepted' | 'refused' | 'parked'): string =>
  days.reduce((total, day) => total + day[key], 0).toLocaleString('en-IN');

const Figures = ({ health }: { health: NetworkHealth }) => {
  const { days, last_postback_at, silence_seconds, unjudged } = health;
  const note = `in ${days.length} days`;
  return (
    <StatRow className="grid-cols-2 lg:grid-cols-4">
      <Stat label="Accepted" value={sum(days, 'accepted')} note={note} />
      <Stat label="Refused" value={sum(days, 'refused')} note={note} />
      <Stat label="Parked" value={sum(days, 'parked')} note={note} />
      <Stat
        label="Last call"
        value={ago(silence_seconds)}
        note={
          <>
            {last_postback_at && <Moment at={last_postback_at} />}
            {unjudged > 0 && <span className="block">{unjudged} being judged</span>}
          </>
        }
      />
    </StatRow>
  );
};

const Alerts = ({ health: { alerts } }: { health: NetworkHealth }) => (
  <Part title="Alerts" note={alerts.length > 0 ? `the newest ${alerts.length}` : undefined}>
    {alerts.length === 0 ? (
      <Nothing>No call needs a look.</Nothing>
    ) : (
      <ul className="divide-y divide-line">
        {alerts.map((entry) => (
          <li
            key={entry.postback_id}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 py-2 sm:grid-cols-[auto_minmax(0,1fr)_7rem_13rem]"
          >
            <BellRing aria-hidden className="size-4 text-warn" />
            <span className="wrap-anywhere">
              <EntryLink id={entry.postback_id}>{entry.alert}</EntryLink>
            </span>
            <span className="col-start-2 text-sm sm:col-start-auto">
              <OutcomeDot outcome={entry.outcome} />
            </span>
            <Moment
              at={entry.received_at}
              className="col-start-2 text-sm text-muted tabular-nums sm:col-start-auto sm:text-right"
            />
          </li>
        ))}
      </ul>
    )}
  </Part>
);
