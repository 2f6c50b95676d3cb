import { trpc } from '../../app/trpc.ts';
import { ConfirmDialog, useSuccessToast } from '../../page/confirm-dialog.tsx';

/** Sends a test alert to the person on duty. The page in the name is a pager alert, not a screen. */
export function SendTestPage({ onClose }: { onClose: () => void }) {
  const send = trpc.admin.insights.sendTestPage.useMutation(
    useSuccessToast(onClose, () => 'Test alert requested. It should arrive within two minutes.'),
  );
  return (
    <ConfirmDialog
      title="Send a test alert?"
      consequence="The person on duty is called as for a real alert. The alert TestPage ends by itself after five minutes."
      confirm="Send a test alert"
      busy="Sending..."
      failed="The test alert was not sent"
      mutation={send}
      onConfirm={() => send.mutate()}
      onClose={onClose}
    />
  );
}
