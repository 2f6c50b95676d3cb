import { formatPlural } from '@inaam/contracts/common/format';
import type { DeliveryDetail } from '@inaam/contracts/webhooks/webhooks';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { Dialog } from '@inaam/ui/dialog';
import { StatusDot } from '@inaam/ui/status-dot';
import { RotateCw } from 'lucide-react';
import { getErrorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { Banner } from '../../page/banner.tsx';
import { getMessage, useSuccessToast } from '../../page/confirm-dialog.tsx';
import { Fact, Facts } from '../../page/facts.tsx';
import { Loadable } from '../../page/loadable.tsx';
import { Timestamp } from '../../page/timestamp.tsx';
import { DeliveryStatus } from './delivery-columns.tsx';
import { getEventLabel } from './webhook-search.ts';

/** One delivery of an event to an endpoint: its body and every attempt. */
export function DeliveryDialog({ deliveryId, onClose }: { deliveryId: number; onClose: () => void }) {
  const query = trpc.admin.webhooks.delivery.useQuery({ delivery_id: deliveryId });
  const replay = trpc.admin.webhooks.replay.useMutation(useSuccessToast(() => undefined, getMessage));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      place="side"
      wide
      title={query.data ? getEventLabel(query.data.kind) : 'Event'}
      description={query.data && `To ${query.data.endpoint}`}
      footer={
        query.data &&
        query.data.attempts > 0 && (
          <Button
            busy={replay.isPending}
            busyLabel="Sending..."
            icon={<RotateCw aria-hidden className="size-4" />}
            onClick={() => replay.mutate({ delivery_id: deliveryId })}
          >
            Send again
          </Button>
        )
      }
    >
      {replay.error && (
        <Banner tone="error" title="The event was not sent again" onDismiss={replay.reset}>
          {getErrorText(replay.error, 'Please try again.')}
        </Banner>
      )}
      <Loadable query={query} what="the event" shape={['h-24', 'h-40']}>
        {(delivery) => <Delivery delivery={delivery} />}
      </Loadable>
    </Dialog>
  );
}

const formatJson = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

const Delivery = ({ delivery }: { delivery: DeliveryDetail }) => (
  <div className="grid gap-5">
    <Facts>
      <Fact term="Status">
        <DeliveryStatus row={delivery} />
      </Fact>
      <Fact term="Event ID">
        <span className="code">{delivery.event_id}</span>
      </Fact>
      <Fact term="Created">
        <Timestamp at={delivery.at} />
      </Fact>
    </Facts>
    <section className="grid gap-2">
      <h3 className="text-base">
        {delivery.tries.length === 0 ? 'No attempt yet' : formatPlural(delivery.tries.length, 'attempt')}
      </h3>
      <ol className="grid gap-2">
        {delivery.tries.map(({ number, at, took_ms, status, problem, answer }) => (
          <li key={number} className="rounded-control border border-line bg-sunken px-3 py-2">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <StatusDot tone={problem === null ? 'good' : 'bad'}>{status ?? 'No response'}</StatusDot>
              <Timestamp at={at} className="text-sm tabular-nums" />
              <span className="text-sm text-muted tabular-nums">{took_ms} ms</span>
            </p>
            {problem !== null && <p className="mt-1 text-sm">{problem}</p>}
            {answer && <p className="code mt-1 text-xs wrap-anywhere text-muted">{answer}</p>}
          </li>
        ))}
      </ol>
    </section>
    <section className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-base">Content</h3>
        <CopyButton value={delivery.body} label="Copy" />
      </div>
      <pre className="code rounded-control border border-line bg-sunken p-3 text-xs wrap-anywhere whitespace-pre-wrap">
        {formatJson(delivery.body)}
      </pre>
    </section>
  </div>
);
