import type { FraudActionResult } from '@inaam/contracts/fraud/fraud';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { getServerError } from '../../app/errors.ts';
import { ConfirmDialog } from '../../page/confirm-dialog.tsx';
import { ConfirmOwnAddress } from './confirm-own-address.tsx';
import {
  type BlockDirection,
  type BlockSubject,
  dialogTexts,
  type FraudActionInput,
  fraudActionTexts,
} from './parts/fraud-actions.ts';
import { useFraudImpact } from './parts/impact.tsx';
import { useFraudAction } from './parts/use-fraud-action.ts';

const toInput = (
  { kind, key }: BlockSubject,
  direction: BlockDirection,
  notes: string,
  isOwnAddress: boolean,
): FraudActionInput => {
  if (kind === 'device') return { action: `${direction}_device`, device_fingerprint: key, notes };
  return direction === 'block'
    ? { action: 'block_ip', ip_address: key, notes, confirm_own: isOwnAddress }
    : { action: 'unblock_ip', ip_address: key, notes };
};

/**
 * Asks for confirmation, and then blocks or unblocks an IP address or a device. The toast offers Undo. Admins must also
 * select a checkbox before they block their own IP address.
 */
export function ConfirmBlock({
  subject,
  direction,
  onClose,
  onDone,
}: {
  subject: BlockSubject;
  direction: BlockDirection;
  onClose: () => void;
  /** Called after success with the server's answer, after `onClose`. */
  onDone?: (result: FraudActionResult) => void;
}) {
  const consequence = useFraudImpact(direction, subject);
  const [ticked, setTicked] = useState(false);
  const [missed, setMissed] = useState(false);
  const act = useFraudAction((result) => {
    onClose();
    onDone?.(result);
  });
  const blocks = direction === 'block';
  const { data } = consequence;
  // The server decides whether the IP address is the admin's own.
  const isOwnAddress = blocks && (!!data?.is_own || getServerError(act.error)?.domainCode === 'ADDRESS_IS_OWN');
  const confirm = (notes: string) => {
    if (isOwnAddress && !ticked) setMissed(true);
    else act.mutate(toInput(subject, direction, notes, ticked));
  };
  return (
    <ConfirmDialog
      title={`${blocks ? 'Block' : 'Unblock'} ${subject.kind === 'ip' ? subject.key : 'this device'}?`}
      consequence={consequence.words}
      {...dialogTexts(fraudActionTexts[toInput(subject, direction, '', false).action])}
      danger={blocks}
      draft={`${direction}-${subject.key}`}
      mutation={act}
      ready={!!data}
      onConfirm={confirm}
      onClose={onClose}
    >
      {subject.kind === 'device' && <p className="rounded-control bg-sunken p-3 font-mono break-all">{subject.key}</p>}
      {blocks && data?.looks_shared && (
        <p className="flex gap-2 rounded-control border border-warn/40 bg-warn-soft p-3">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <span>
            <strong className="block font-semibold">This looks like a mobile carrier’s shared address</strong>
            Blocking it would lock out honest users. Flag the fraudulent accounts instead.
          </span>
        </p>
      )}
      {isOwnAddress && (
        <ConfirmOwnAddress
          label="I am signed in from this address"
          ticked={ticked}
          missed={missed}
          onTick={(isTicked) => {
            setTicked(isTicked);
            setMissed(false);
          }}
        />
      )}
      {consequence.problem}
    </ConfirmDialog>
  );
}
