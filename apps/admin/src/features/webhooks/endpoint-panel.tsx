import { formatDateTime } from '@inaam/contracts/common/time';
import type { WebhookEndpoint } from '@inaam/contracts/webhooks/webhooks';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { Select } from '@inaam/ui/select';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { getErrorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { Banner } from '../../page/banner.tsx';
import { ConfirmDialog, getMessage, useSuccessToast } from '../../page/confirm-dialog.tsx';
import { Fact, Facts } from '../../page/facts.tsx';
import { formatDeliveries } from './delivery-bulk-bar.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointStatus } from './endpoint-status.tsx';
import { IssuedSecret } from './issued-secret.tsx';

const DAY_MS = 24 * 3_600_000;

type OpenDialog = 'remove' | 'rotate' | 'edit';

/** One endpoint: state, test, secret and settings. */
export function EndpointPanel({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { endpoint_id, name, kind, url, active, disabled_at, disabled_reason } = endpoint;
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  // Fixed at the first rendering, so that both presses of a double click send the same request.
  const [failedSince] = useState(() => new Date(Date.now() - 30 * DAY_MS).toISOString());
  const utils = trpc.useUtils();
  const test = trpc.admin.webhooks.test.useMutation({ onSuccess: () => utils.admin.invalidate() });
  const update = trpc.admin.webhooks.update.useMutation(useSuccessToast(() => undefined, getMessage));
  const replay = trpc.admin.webhooks.replay.useMutation(
    useSuccessToast(
      () => undefined,
      ({ deliveries }) => `${formatDeliveries(deliveries)} sent again`,
    ),
  );
  const isEnabled = active && disabled_at === null;
  const close = () => setOpenDialog(undefined);
  return (
    <>
      <Dialog open onOpenChange={onClose} place="side" title={name} description={<span className="code">{url}</span>}>
        <div className="grid gap-5">
          {disabled_reason !== null && (
            <Banner tone="error" title="Disabled">
              {disabled_reason}. Events wait until the endpoint is enabled.
            </Banner>
          )}
          <Facts>
            <Fact term="Status">
              <EndpointStatus endpoint={endpoint} />
            </Fact>
            {endpoint.previous_until !== null && (
              <Fact term="Secret">
                The old and the new secret both sign events until {formatDateTime(endpoint.previous_until)} IST
              </Fact>
            )}
            <Fact term="Last delivered">
              {endpoint.delivered_at === null ? 'Never' : `${formatDateTime(endpoint.delivered_at)} IST`}
            </Fact>
          </Facts>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              busy={test.isPending}
              busyLabel="Sending..."
              icon={<Send aria-hidden className="size-4" />}
              onClick={() => test.mutate({ endpoint_id })}
            >
              Send a test
            </Button>
            <Button busy={update.isPending} onClick={() => update.mutate({ endpoint_id, active: !isEnabled })}>
              {isEnabled ? 'Disable' : 'Enable'}
            </Button>
            <Button onClick={() => setOpenDialog('edit')}>Edit</Button>
            {kind === 'webhook' && <Button onClick={() => setOpenDialog('rotate')}>Rotate secret</Button>}
            <Button busy={replay.isPending} onClick={() => replay.mutate({ endpoint_id, failed_since: failedSince })}>
              Send failed events again
            </Button>
            <Button variant="danger" onClick={() => setOpenDialog('remove')}>
              Remove
            </Button>
          </div>
          {test.data && (
            <Banner
              tone={test.data.problem === null ? 'success' : 'error'}
              title={test.data.problem === null ? 'The test was delivered' : 'The test failed'}
            >
              {test.data.problem ??
                `Response status ${test.data.last_status} in ${test.data.tries.at(-1)?.took_ms} ms.`}
            </Banner>
          )}
          {[test, update, replay].map(
            ({ error, reset }) =>
              error && (
                <Banner key={error.message} tone="error" title="The action failed" onDismiss={reset}>
                  {getErrorText(error, 'Please try again.')}
                </Banner>
              ),
          )}
        </div>
      </Dialog>
      {openDialog === 'edit' && <EndpointForm endpoint={endpoint} onClose={close} />}
      {openDialog === 'rotate' && <RotateEndpointSecret endpoint={endpoint} onClose={close} />}
      {openDialog === 'remove' && (
        <RemoveEndpoint
          endpoint={endpoint}
          onClose={close}
          onRemoved={() => {
            close();
            onClose();
          }}
        />
      )}
    </>
  );
}

function RotateEndpointSecret({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const [hours, setHours] = useState(24);
  const utils = trpc.useUtils();
  const rotate = trpc.admin.webhooks.rotateSecret.useMutation({ onSuccess: () => utils.admin.invalidate() });
  if (rotate.data) return <IssuedSecret name={endpoint.name} secret={rotate.data.secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={`Rotate the secret of ${endpoint.name}?`}
      consequence="A new secret is created and shown once. During the overlap, events are signed with both secrets, so that no event is rejected."
      confirm="Rotate secret"
      busy="Rotating..."
      failed="The secret was not rotated"
      draft={`rotate-endpoint-${endpoint.endpoint_id}`}
      fields={{
        values: { hours: String(hours) },
        initial: { hours: '24' },
        restore: (typed) => setHours(Number(typed['hours'])),
      }}
      mutation={rotate}
      onConfirm={() => rotate.mutate({ endpoint_id: endpoint.endpoint_id, overlap_hours: hours })}
      onClose={onClose}
    >
      <Select label="Keep the old secret for" value={hours} onChange={(event) => setHours(Number(event.target.value))}>
        <option value={0}>no overlap (the secret leaked)</option>
        <option value={24}>1 day</option>
        <option value={168}>1 week</option>
      </Select>
    </ConfirmDialog>
  );
}

function RemoveEndpoint({
  endpoint,
  onClose,
  onRemoved,
}: {
  endpoint: WebhookEndpoint;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const remove = trpc.admin.webhooks.remove.useMutation(useSuccessToast(onRemoved, getMessage));
  return (
    <ConfirmDialog
      danger
      title={`Remove ${endpoint.name}?`}
      consequence="No more events are sent to this endpoint. Queued events and the delivery history are deleted."
      confirm="Remove"
      busy="Removing..."
      failed="The endpoint was not removed"
      mutation={remove}
      onConfirm={() => remove.mutate({ endpoint_id: endpoint.endpoint_id })}
      onClose={onClose}
    />
  );
}
