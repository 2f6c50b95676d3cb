import type { UserProfile } from '@inaam/contracts/identity/user-profile';
import { Button } from '@inaam/ui/button';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { Allowed } from '../../app/allowed.tsx';
import { trpc } from '../../app/trpc.ts';
import { ConfirmDialog, getMessage, reasonField, useSuccessToast } from '../../page/confirm-dialog.tsx';
import { Section } from '../../page/section.tsx';
import { Timestamp } from '../../page/timestamp.tsx';

/** Whether the account must be kept for a court or an authority, and the button that sets or lifts this hold. */
export function LegalHold({ user, name }: { user: UserProfile['user']; name: string }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const hold = user.legal_hold;
  return (
    <Section
      title="Legal hold"
      action={
        <Allowed to="admin.users.setLegalHold">
          <Button small onClick={() => setIsConfirming(true)}>
            {hold ? 'Lift hold' : 'Place hold'}
          </Button>
        </Allowed>
      }
    >
      {hold ? (
        <div className="flex gap-2">
          <Scale aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <div className="min-w-0">
            <p className="wrap-anywhere">{hold.reason}</p>
            <p className="text-sm text-muted tabular-nums">
              Since <Timestamp at={hold.at} />
            </p>
          </div>
        </div>
      ) : (
        <p className="text-muted">None. The account is erased when its user asks for it.</p>
      )}
      {isConfirming && <ConfirmHold user={user} name={name} onClose={() => setIsConfirming(false)} />}
    </Section>
  );
}

function ConfirmHold({ user, name, onClose }: { user: UserProfile['user']; name: string; onClose: () => void }) {
  const isHeld = user.legal_hold !== null;
  const set = trpc.admin.users.setLegalHold.useMutation(useSuccessToast(onClose, getMessage));
  return (
    <ConfirmDialog
      title={isHeld ? `Lift the legal hold on ${name}?` : `Place a legal hold on ${name}?`}
      consequence={
        isHeld
          ? 'A due erasure happens within a minute, and old logs are deleted as usual.'
          : 'The account is not erased, and its logs are kept, until the hold is lifted. The user is not notified.'
      }
      confirm={isHeld ? 'Lift hold' : 'Place hold'}
      busy="Saving..."
      failed="The hold was not changed"
      draft={`hold-${user.user_id}`}
      {...(!isHeld && { note: reasonField('The court, authority and case number; stored in the audit log') })}
      danger={isHeld}
      mutation={set}
      onConfirm={(reason) => set.mutate({ user_id: user.user_id, reason: isHeld ? null : reason })}
      onClose={onClose}
    />
  );
}
