import type { PostbackDetail } from '@inaam/contracts/postbacks/inbox';
import { AlertDialog } from '@inaam/ui/alert-dialog';
import { Banner } from '@inaam/ui/banner';
import { Field } from '@inaam/ui/field';
import { toast } from '@inaam/ui/toaster';
import { useState } from 'react';
import { errorText, refusalOf } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { tellDifference } from './difference-words.ts';

/** Says whose completion a parked call is. */
export function MatchClick({ entry, onClose }: { entry: PostbackDetail; onClose: () => void }) {
  const utils = trpc.useUtils();
  const [clickId, setClickId] = useState('');
  const [missing, setMissing] = useState(false);
  const match = trpc.admin.postbacks.match.useMutation({
    onSuccess: ({ changed }) => {
      toast.success(tellDifference(changed));
      onClose();
      return utils.admin.invalidate();
    },
  });
  const refusal = refusalOf(match.error);
  const atField = refusal?.domainCode === 'CLICK_NOT_FOUND' || refusal?.field === 'click_id';
  const problem = missing
    ? 'A click id is required'
    : atField
      ? refusal.domainCode === 'CLICK_NOT_FOUND'
        ? 'There is no such click'
        : refusal.message
      : undefined;
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={`Match call ${entry.postback_id} to a click?`}
      description="From then on the call counts for that click’s user and offer. The audit log says who matched it."
      confirmLabel="Match"
      busyLabel="Matching..."
      busy={match.isPending}
      onConfirm={() => {
        const click = clickId.trim();
        setMissing(click === '');
        if (click !== '') match.mutate({ postback_id: entry.postback_id, click_id: click });
      }}
    >
      <div className="grid gap-3">
        <Field
          label="Click id"
          hint="From the user’s page, or from what the user sent."
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
        {match.error && !atField && (
          <Banner tone="error" title="The call was not matched" onDismiss={match.reset}>
            {errorText(match.error, 'Please try again.')}
          </Banner>
        )}
      </div>
    </AlertDialog>
  );
}
