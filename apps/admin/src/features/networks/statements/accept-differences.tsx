import { formatPlural } from '@inaam/contracts/common/format';
import type { Difference } from '@inaam/contracts/networks/statements';
import { Button } from '@inaam/ui/button';
import { useState } from 'react';
import { trpc } from '../../../app/trpc.ts';
import { BulkBar } from '../../../lists/bulk-bar.tsx';
import { ConfirmDialog, reasonField, useSuccessToast } from '../../../page/confirm-dialog.tsx';

const count = (differences: number): string => formatPlural(differences, 'difference');

/** Accepts those selected differences that are still open. */
export function AcceptDifferences({
  statementId,
  chosen,
  onClear,
}: {
  statementId: number;
  chosen: readonly Difference[];
  onClear: () => void;
}) {
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => setIsConfirming(false);
  const options = useSuccessToast(close, ({ accepted }: { accepted: number }) => `${count(accepted)} accepted`);
  const accept = trpc.admin.networks.statements.accept.useMutation({
    onSuccess: (answer) => {
      onClear();
      return options.onSuccess(answer);
    },
  });
  const open = chosen.filter(({ accepted_at }) => accepted_at === null);
  if (chosen.length === 0) return null;
  return (
    <>
      <BulkBar label="Selected differences" selected={`${count(chosen.length)} selected`} onClear={onClear}>
        {open.length > 0 ? (
          <Button small onClick={() => setIsConfirming(true)}>
            Accept with a reason
          </Button>
        ) : (
          <span className="text-sm text-muted">All of them are accepted</span>
        )}
      </BulkBar>
      {isConfirming && (
        <ConfirmDialog
          title={`Accept ${count(open.length)}?`}
          consequence="They stay accepted when the month is uploaded again, unless the file or the ledger changes."
          confirm={`Accept ${count(open.length)}`}
          busy="Accepting..."
          failed="Nothing was accepted"
          draft={`accept-${open.map(({ difference_id }) => difference_id).join()}`}
          note={reasonField('For example what the network agreed to. Stored in the audit log.')}
          mutation={accept}
          onConfirm={(reason) =>
            accept.mutate({
              statement_id: statementId,
              difference_ids: open.map(({ difference_id }) => difference_id),
              reason,
            })
          }
          onClose={close}
        />
      )}
    </>
  );
}
