import { formatCount, formatPlural } from '@inaam/contracts/common/format';
import type { WebhookEndpoint } from '@inaam/contracts/webhooks/webhooks';
import { useState } from 'react';
import { trpc } from '../../app/trpc.ts';
import { Banner } from '../../page/banner.tsx';
import { Loadable } from '../../page/loadable.tsx';
import { EndpointPanel } from './endpoint-panel.tsx';
import { EndpointStatus } from './endpoint-status.tsx';

/** The endpoints with their state. */
export function Endpoints() {
  const query = trpc.admin.webhooks.endpoints.useQuery(undefined, { refetchInterval: 15_000 });
  const [openId, setOpenId] = useState<number>();
  const openEndpoint = query.data?.endpoints.find(({ endpoint_id }) => endpoint_id === openId);
  // The empty list below already invites the admin to add an endpoint.
  if (query.data?.endpoints.length === 0) return null;
  return (
    <section aria-label="Endpoints" className="grid min-w-0 gap-3">
      <Loadable query={query} what="endpoints" shape={['h-20']}>
        {({ endpoints }) => (
          <>
            <DisabledEndpoints endpoints={endpoints} />
            <ul className="fade-edges flex gap-3 overflow-x-auto [scrollbar-width:thin]">
              {endpoints.map((endpoint) => (
                <li key={endpoint.endpoint_id} className="w-72 shrink-0">
                  <EndpointCard endpoint={endpoint} onOpen={() => setOpenId(endpoint.endpoint_id)} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loadable>
      {openEndpoint && <EndpointPanel endpoint={openEndpoint} onClose={() => setOpenId(undefined)} />}
    </section>
  );
}

/** A summary of an endpoint. The endpoint's panel shows its URL and all settings. */
const EndpointCard = ({ endpoint, onOpen }: { endpoint: WebhookEndpoint; onOpen: () => void }) => (
  <article className="relative grid h-full content-between rounded-card border border-line bg-surface px-3 py-2 transition-colors duration-150 hover:bg-background">
    <div className="flex items-start justify-between gap-3 text-sm">
      <h2 className="min-w-0 text-sm wrap-anywhere">{endpoint.name}</h2>
      <div className="shrink-0 text-right">
        <EndpointStatus endpoint={endpoint} />
      </div>
    </div>
    <p className="text-xs text-muted">{describeEvents(endpoint)}</p>
    <p className="text-xs text-muted tabular-nums">
      {formatCount(endpoint.queued)} queued · {formatCount(endpoint.delivered)} delivered
      {endpoint.failed > 0 && <span className="text-bad"> · {formatCount(endpoint.failed)} failed</span>} in 24 h
    </p>
    {/* The button covers the card. */}
    <button type="button" onClick={onOpen} className="absolute inset-0 rounded-card -outline-offset-2!">
      <span className="sr-only">Open {endpoint.name}</span>
    </button>
  </article>
);

const describeEvents = ({ kind, source, events }: WebhookEndpoint): string => {
  if (kind === 'tracker') return `Conversions of ${source}`;
  return events.length === 0 ? 'All events, signed' : `${formatPlural(events.length, 'event')}, signed`;
};

/** Warns of endpoints that were disabled automatically. */
function DisabledEndpoints({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  const disabled = endpoints.filter((endpoint) => endpoint.active && endpoint.disabled_at !== null);
  if (disabled.length === 0) return null;
  return (
    <Banner tone="error" title={`${formatPlural(disabled.length, 'endpoint')} disabled`}>
      <ul className="grid gap-1">
        {disabled.map(({ endpoint_id, name, disabled_reason, queued }) => (
          <li key={endpoint_id}>
            <strong className="font-semibold">{name}</strong>: {disabled_reason}. {formatPlural(queued, 'event')}{' '}
            {queued === 1 ? 'waits' : 'wait'} for it.
          </li>
        ))}
      </ul>
      Fix the receiver, then open the endpoint and enable it. The queued events are then sent.
    </Banner>
  );
}
