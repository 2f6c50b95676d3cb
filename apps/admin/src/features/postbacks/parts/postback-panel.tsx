import { formatDateTime } from '@inaam/contracts/common/time';
import { PAYOUT_FAR_ABOVE, type PostbackDetail } from '@inaam/contracts/postbacks/inbox';
import type { Difference } from '@inaam/contracts/postbacks/replay';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { Field } from '@inaam/ui/field';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Allowed } from '../../../app/allowed.tsx';
import { getServerError } from '../../../app/errors.ts';
import { trpc } from '../../../app/trpc.ts';
import { getRefusedField } from '../../../forms/field-problems.tsx';
import { ConfirmDialog, useSuccessToast } from '../../../page/confirm-dialog.tsx';
import { Loadable } from '../../../page/loadable.tsx';
import { PostbackDetails } from './postback-details.tsx';
import { outcomeLabels } from './postback-outcome.tsx';

/** One postback with all details and actions. */
export function PostbackPanel({ postbackId, onClose }: { postbackId: number; onClose: () => void }) {
  const query = trpc.admin.postbacks.get.useQuery({ postback_id: postbackId });
  const [openDialog, setOpenDialog] = useState<'replay' | 'match'>();
  const { data } = query;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      place="side"
      wide
      title={`Postback ${postbackId}`}
      {...(data && { description: `${data.network}, ${formatDateTime(data.received_at)} IST` })}
      footer={data && <PostbackActions entry={data} onAsk={setOpenDialog} />}
    >
      <Loadable
        query={query}
        what="the postback"
        failed="The postback could not be loaded"
        shape={['h-20', 'h-52', 'h-64']}
      >
        {(entry) => <PostbackDetails entry={entry} />}
      </Loadable>
      {data && openDialog === 'replay' && <ReplayPostback entry={data} onClose={() => setOpenDialog(undefined)} />}
      {data && openDialog === 'match' && <MatchClick entry={data} onClose={() => setOpenDialog(undefined)} />}
    </Dialog>
  );
}

const PostbackActions = ({ entry, onAsk }: { entry: PostbackDetail; onAsk: (what: 'replay' | 'match') => void }) => (
  <>
    {entry.outcome === 'parked' && (
      <Allowed to="admin.postbacks.match">
        <Button onClick={() => onAsk('match')}>Match to a click</Button>
      </Allowed>
    )}
    <Allowed to="admin.postbacks.replay">
      <Button
        icon={<RotateCcw aria-hidden className="size-4" />}
        disabled={entry.outcome === null}
        onClick={() => onAsk('replay')}
      >
        Replay
      </Button>
    </Allowed>
  </>
);

/** Matches a parked postback to a click. */
function MatchClick({ entry, onClose }: { entry: PostbackDetail; onClose: () => void }) {
  const [clickId, setClickId] = useState('');
  const [missing, setMissing] = useState(false);
  const match = trpc.admin.postbacks.match.useMutation(
    useSuccessToast(onClose, ({ changed }) => differenceText(changed)),
  );
  const isUnknown = getServerError(match.error)?.domainCode === 'CLICK_NOT_FOUND';
  const refused = getRefusedField(match.error, { click_id: 'Click ID' });
  const problem = missing ? 'Click ID is required' : isUnknown ? 'There is no such click' : refused?.message;
  return (
    <ConfirmDialog
      title={`Match postback ${entry.postback_id} to a click?`}
      consequence="The postback then counts for that click’s user and offer. The audit log records who matched it."
      confirm="Match"
      busy="Matching..."
      failed="The postback was not matched"
      draft={`match-${entry.postback_id}`}
      fields={{
        values: { click: clickId },
        initial: { click: '' },
        restore: ({ click }) => setClickId(click ?? ''),
      }}
      isErrorAtField={isUnknown || refused !== undefined}
      mutation={match}
      onConfirm={() => {
        const click = clickId.trim();
        setMissing(click === '');
        if (click !== '') match.mutate({ postback_id: entry.postback_id, click_id: click });
      }}
      onClose={onClose}
    >
      <Field
        label="Click ID"
        hint="From the user’s page, or from the user’s message."
        required
        autoComplete="off"
        spellCheck={false}
        inputClassName="font-mono"
        value={clickId}
        error={problem}
        onChange={(event) => {
          setClickId(event.target.value);
          setMissing(false);
          match.reset();
        }}
      />
    </ConfirmDialog>
  );
}

/** Asks for confirmation before one postback is processed again. */
function ReplayPostback({ entry, onClose }: { entry: PostbackDetail; onClose: () => void }) {
  const replay = trpc.admin.postbacks.replay.useMutation(
    useSuccessToast(onClose, ({ changed: [difference] }) => differenceText(difference)),
  );
  return (
    <ConfirmDialog
      title={`Replay postback ${entry.postback_id}?`}
      consequence={
        entry.outcome === 'parked' && entry.reason === PAYOUT_FAR_ABOVE
          ? 'Its payout then counts although it is far above the offer’s reward amount. Check first that the payout parameter carries money, not points.'
          : 'It is processed again with the current settings. Earlier results remain, and nothing is counted twice.'
      }
      confirm="Replay"
      busy="Replaying..."
      failed="The postback was not replayed"
      mutation={replay}
      onConfirm={() => replay.mutate({ postback_id: entry.postback_id })}
      onClose={onClose}
    />
  );
}

/** `Was parked, is accepted now` */
function differenceText(difference: Difference | null | undefined): string {
  if (!difference) return 'The outcome is the same';
  const { from, to, to_reason } = difference;
  const label = outcomeLabels[to].label.toLowerCase();
  const sentence =
    from === to
      ? `Still ${label}`
      : `Was ${from ? outcomeLabels[from].label.toLowerCase() : 'not processed'}, is ${label} now`;
  return to_reason ? `${sentence}: ${to_reason}` : sentence;
}
