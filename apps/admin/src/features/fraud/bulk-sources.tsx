import { formatCount, formatPlural } from '@inaam/contracts/common/format';
import type { FraudActionResult } from '@inaam/contracts/fraud/fraud';
import { Button } from '@inaam/ui/button';
import { useState } from 'react';
import { getServerError } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { BulkBar } from '../../lists/bulk-bar.tsx';
import { ConfirmDialog } from '../../page/confirm-dialog.tsx';
import { ConfirmOwnAddress } from './confirm-own-address.tsx';
import { type BlockDirection, type BlockSubject, dialogTexts, fraudActionTexts } from './parts/fraud-actions.ts';
import { useActionToast } from './parts/use-fraud-action.ts';

/** A selected row of the list of IP addresses or devices. */
export interface SelectedSource {
  key: string;
  registration_count: number;
  is_blocked: boolean;
}

const nouns = {
  ip: { one: 'IP address', many: 'IP addresses' },
  device: { one: 'device', many: 'devices' },
} as const;

const formatSources = (kind: BlockSubject['kind'], count: number) =>
  formatPlural(count, nouns[kind].one, nouns[kind].many);

/** Bulk actions on selected IP addresses or devices; actions that apply to no selected row are hidden. */
export const SourceBulkBar = ({
  kind,
  chosen,
  onClear,
  onAct,
}: {
  kind: BlockSubject['kind'];
  chosen: readonly SelectedSource[];
  onClear: () => void;
  onAct: (direction: BlockDirection) => void;
}) =>
  chosen.length > 0 && (
    <BulkBar
      label={`Selected ${nouns[kind].many}`}
      selected={`${formatSources(kind, chosen.length)} selected`}
      onClear={onClear}
    >
      {chosen.some(({ is_blocked }) => !is_blocked) && (
        <Button small variant="danger" onClick={() => onAct('block')}>
          Block Selected
        </Button>
      )}
      {chosen.some(({ is_blocked }) => is_blocked) && (
        <Button small onClick={() => onAct('unblock')}>
          Unblock Selected
        </Button>
      )}
    </BulkBar>
  );

const MAX_NAMED = 5;

/**
 * Asks for confirmation, and then blocks or unblocks the selected IP addresses or devices. The toast offers a single
 * Undo for all changes.
 */
export function ConfirmBlockSources({
  kind,
  sources,
  direction,
  onClose,
  onDone,
}: {
  kind: BlockSubject['kind'];
  sources: readonly SelectedSource[];
  direction: BlockDirection;
  onClose: () => void;
  onDone: (result: FraudActionResult) => void;
}) {
  const utils = trpc.useUtils();
  const showToast = useActionToast();
  const [ticked, setTicked] = useState(false);
  const [missed, setMissed] = useState(false);
  const act = trpc.admin.fraud.blockSources.useMutation({
    onSuccess: (result) => {
      showToast(result, { action: `${direction}_${kind}` });
      onClose();
      onDone(result);
      return utils.admin.invalidate();
    },
  });
  const blocks = direction === 'block';
  const changed = sources.filter(({ is_blocked }) => is_blocked !== blocks);
  const skippedCount = sources.length - changed.length;
  const registered = changed.reduce((sum, { registration_count }) => sum + registration_count, 0);
  const isOwnAddress = getServerError(act.error)?.domainCode === 'ADDRESS_IS_OWN';
  const pronoun = changed.length === 1 ? 'it' : 'them';
  const registrations = `${formatPlural(registered, 'user')} registered from ${pronoun}.`;
  const { confirm, ...texts } = dialogTexts(fraudActionTexts[`${direction}_${kind}`]);
  return (
    <ConfirmDialog
      title={`${blocks ? 'Block' : 'Unblock'} ${formatSources(kind, changed.length)}?`}
      consequence={
        blocks
          ? `${registrations} No one can use the app from ${pronoun} while blocked.`
          : `${registrations} The app can be used from ${pronoun} again at the next request.`
      }
      {...texts}
      confirm={
        changed.length === 1 ? confirm : `${blocks ? 'Block' : 'Unblock'} ${formatSources(kind, changed.length)}`
      }
      danger={blocks}
      draft={`${direction}-${changed.map(({ key }) => key).join()}`}
      mutation={act}
      onConfirm={(notes) => {
        if (isOwnAddress && !ticked) setMissed(true);
        else {
          act.mutate({
            action: direction,
            kind,
            keys: changed.map(({ key }) => key),
            confirm_own: ticked,
            ...(notes && { notes }),
          });
        }
      }}
      onClose={onClose}
    >
      <ul className="grid gap-1 rounded-control bg-sunken p-3 font-mono">
        {changed.slice(0, MAX_NAMED).map(({ key }) => (
          <li key={key} className="break-all">
            {key}
          </li>
        ))}
        {changed.length > MAX_NAMED && (
          <li className="font-sans text-muted">and {formatCount(changed.length - MAX_NAMED)} more</li>
        )}
      </ul>
      {skippedCount > 0 && (
        <p className="text-muted">
          {formatPlural(skippedCount, 'other is', 'others are')} {blocks ? 'blocked already' : 'not blocked'}.
        </p>
      )}
      {blocks && kind === 'ip' && (
        <p className="text-muted">
          A mobile carrier puts thousands of people behind one address. The evidence of each address shows whether it
          looks shared.
        </p>
      )}
      {isOwnAddress && (
        <ConfirmOwnAddress
          label="I am signed in from one of these addresses"
          ticked={ticked}
          missed={missed}
          onTick={(isTicked) => {
            setTicked(isTicked);
            setMissed(false);
          }}
        />
      )}
    </ConfirmDialog>
  );
}
