import { formatCount, formatPlural } from '@inaam/contracts/common/format';
import type { WebhookEndpoint } from '@inaam/contracts/webhooks/webhooks';
import { Button } from '@inaam/ui/button';
import { Card } from '@inaam/ui/card';
import { cx } from '@inaam/ui/cx';
import { useState } from 'react';
import { trpc } from '../../app/trpc.ts';
import { Banner } from '../../page/banner.tsx';
import { Loadable } from '../../page/loadable.tsx';
import { EndpointPanel } from './endpoint-panel.tsx';
import { EndpointStatus } from './endpoint-status.tsx';

/** The endpoints with their state. */
export function Endpoints() {
  const query = trpc.admin.webhooks.endpoints.useQuery(undefined, { refetchInterval: 15_000 });
  const [open, setOpen] = useState<number>();
  const opened = query.data?.endpoints.find(({ endpoint_id }) => endpoint_id === open);
  // The empty list below invites to add one.
  if (query.data?.endpoints.length === 0) return null;
  return (
    <section aria-labelledby="endpoints" className="grid min-w-0 gap-3">
      <h2 id="endpoints" className="text-base">
        Endpoints
      </h2>
      <Loadable query={query} what="endpoints">
        {({ endpoints }) => (
          <>
            <Failing endpoints={endpoints} />
            <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
              {endpoints.map((endpoint) => (
                <li key={endpoint.endpoint_id} className="min-w-0">
                  <EndpointCard endpoint={endpoint} onOpen={() => setOpen(endpoint.endpoint_id)} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loadable>
      {opened && <EndpointPanel endpoint={opened} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

const EndpointCard = ({ endpoint, onOpen }: { endpoint: WebhookEndpoint; onOpen: () => void }) => (
  <Card className="grid h-full content-between gap-3">
    <div className="grid gap-2">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-base wrap-anywhere">{endpoint.name}</h3>
          <p className="text-sm text-muted">{gets(endpoint)}</p>
        </div>
        <div className="shrink-0 text-right text-sm">
          <EndpointStatus endpoint={endpoint} />
        </div>
      </div>
      <p className="code text-xs wrap-anywhere text-muted">{endpoint.url}</p>
    </div>
    <div className="flex items-end justify-between gap-3">
      <dl className="flex gap-5 tabular-nums">
        <EndpointCount term="Queued" count={endpoint.queued} />
        <EndpointCount term="Delivered, 24 h" count={endpoint.delivered} />
        {endpoint.failed > 0 && <EndpointCount term="Failed, 24 h" count={endpoint.failed} bad />}
      </dl>
      <Button small onClick={onOpen}>
        Open<span className="sr-only"> {endpoint.name}</span>
      </Button>
    </div>
  </Card>
);

const EndpointCount = ({ term, count, bad = false }: { term: string; count: number; bad?: boolean }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-xs text-muted">{term}</dt>
    <dd className={cx('text-base font-semibold', bad && 'text-bad')}>{formatCount(count)}</dd>
  </div>
);

const gets = ({ kind, source, events }: WebhookEndpoint): string => {
  if (kind === 'tracker') return `Conversions of ${source}`;
  return events.length === 0 ? 'All events, signed' : `${formatPlural(events.length, 'event')}, signed`;
};

/** Warns of endpoints that were disabled automatically. */
function Failing({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
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
      Fix the receiver, then open the endpoint and enable it: queued events are sent.
    </Banner>
  );
}
