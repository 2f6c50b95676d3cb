import type { PostbackDetail } from '@inaam/contracts/postbacks/inbox';
import { trpc } from '../../app/trpc.ts';
import { Question, useDone } from '../../page/confirm-dialog.tsx';
import { tellDifference } from './difference-words.ts';

/** Judges one call anew, once it is confirmed. */
export function ReplayOne({ entry, onClose }: { entry: PostbackDetail; onClose: () => void }) {
  const replay = trpc.admin.postbacks.replay.useMutation(
    useDone(onClose, ({ changed: [difference] }) => tellDifference(difference)),
  );
  return (
    <Question
      title={`Replay call ${entry.postback_id}?`}
      consequence="It is judged anew by the current settings. What it did already stays done; nothing is counted twice."
      confirm="Replay"
      busy="Replaying..."
      failed="The call was not replayed"
      running={replay}
      onConfirm={() => replay.mutate({ postback_id: entry.postback_id })}
      onClose={onClose}
    />
  );
}
