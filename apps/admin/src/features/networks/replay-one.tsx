import type { InboxEntry } from '@inaam/contracts/network-inbox';
import { AlertDialog } from '@inaam/ui/alert-dialog';
import { Banner } from '@inaam/ui/banner';
import { toast } from '@inaam/ui/toaster';
import { errorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { tellDifference } from './tell-difference.ts';

/** Judges one call anew, once it is confirmed. */
export function ReplayOne({ entry, onClose }: { entry: InboxEntry; onClose: () => void }) {
  const utils = trpc.useUtils();
  const replay = trpc.admin.networks.replay.useMutation({
    onSuccess: ({ changed: [difference] }) => {
      toast.success(tellDifference(difference));
      onClose();
      return utils.admin.invalidate();
    },
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={`Replay call ${entry.postback_id}?`}
      description="It is judged anew by the current settings. What it did already stays done; nothing is counted twice."
      confirmLabel="Replay"
      busyLabel="Replaying..."
      busy={replay.isPending}
      onConfirm={() => replay.mutate({ postback_id: entry.postback_id })}
    >
      {replay.error && (
        <Banner tone="error" title="The call was not replayed" onDismiss={replay.reset}>
          {errorText(replay.error, 'Please try again.')}
        </Banner>
      )}
    </AlertDialog>
  );
}
