import { formatPlural } from '@inaam/contracts/common/format';
import type { DeliveryRow } from '@inaam/contracts/webhooks/webhooks';
import { Button } from '@inaam/ui/button';
import { RotateCw } from 'lucide-react';
import { getErrorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { BulkBar } from '../../lists/bulk-bar.tsx';
import { Banner } from '../../page/banner.tsx';
import { useSuccessToast } from '../../page/confirm-dialog.tsx';

/** `2 deliveries` */
export const formatDeliveries = (deliveries: number) => formatPlural(deliveries, 'delivery', 'deliveries');

/** Sends the selected deliveries again with their original IDs, so that receivers recognise duplicates. */
export function DeliveryBulkBar({ chosen, onClear }: { chosen: readonly DeliveryRow[]; onClear: () => void }) {
  const replay = trpc.admin.webhooks.replay.useMutation(
    useSuccessToast(onClear, ({ deliveries }: { deliveries: number }) => `${formatDeliveries(deliveries)} sent again`),
  );
  const attempted = chosen.filter(({ attempts }) => attempts > 0);
  if (chosen.length === 0) return null;
  return (
    <>
      <BulkBar label="Selected deliveries" selected={`${formatDeliveries(chosen.length)} selected`} onClear={onClear}>
        {attempted.length > 0 ? (
          <Button
            small
            busy={replay.isPending}
            busyLabel="Sending..."
            icon={<RotateCw aria-hidden className="size-4" />}
            onClick={() => replay.mutate({ delivery_ids: attempted.map(({ delivery_id }) => delivery_id) })}
          >
            Send again
          </Button>
        ) : (
          <span className="text-sm text-muted">None of the selected deliveries was attempted yet</span>
        )}
      </BulkBar>
      {replay.error && (
        <Banner tone="error" title="The deliveries were not sent again" onDismiss={replay.reset}>
          {getErrorText(replay.error, 'Please try again.')}
        </Banner>
      )}
    </>
  );
}
