import type { CaseRow, CreditCase } from '@inaam/contracts/cases/cases';
import { formatCount, formatPlural } from '@inaam/contracts/common/format';
import { Button } from '@inaam/ui/button';
import { toast } from '@inaam/ui/toaster';
import { useState } from 'react';
import { trpc } from '../../app/trpc.ts';
import { BulkBar } from '../../lists/bulk-bar.tsx';
import { ConfirmDialog, getMessage, reasonField, useSuccessToast } from '../../page/confirm-dialog.tsx';

const dialogTexts = {
  confirm: 'Close the case',
  busy: 'Closing...',
  note: reasonField('The user sees the reason. It is stored in the audit log.'),
};

/** Closes one case with a reason that the user reads. */
export function CloseCase({ creditCase, onClose }: { creditCase: CreditCase; onClose: () => void }) {
  const close = trpc.admin.cases.close.useMutation(useSuccessToast(onClose, getMessage));
  return (
    <ConfirmDialog
      {...dialogTexts}
      title={`Close the case of ${creditCase.email}?`}
      consequence={`“${creditCase.title}” is not credited. The user sees the reason on the offer and may ask again.`}
      failed="The case was not closed"
      draft={`close-case-${creditCase.case_id}`}
      mutation={close}
      onConfirm={(reason) => close.mutate({ case_id: creditCase.case_id, reason })}
      onClose={onClose}
    />
  );
}

const MAX_NAMED = 5;

function CloseCases({
  cases,
  onClose,
  onDone,
}: {
  cases: readonly CaseRow[];
  onClose: () => void;
  onDone: () => void;
}) {
  const utils = trpc.useUtils();
  const close = trpc.admin.cases.bulkClose.useMutation({
    onSuccess: ({ message, refused }) => {
      const [first] = refused;
      if (first) toast.warning(message, { description: first.reason });
      else toast.success(message);
      onClose();
      onDone();
      return utils.admin.invalidate();
    },
  });
  return (
    <ConfirmDialog
      {...dialogTexts}
      title={`Close ${formatPlural(cases.length, 'case')}?`}
      consequence="None of them is credited. Each user sees the reason on the offer and may ask again."
      confirm={`Close ${formatPlural(cases.length, 'case')}`}
      failed="The cases were not closed"
      draft={`close-cases-${cases.map(({ case_id }) => case_id).join()}`}
      mutation={close}
      onConfirm={(reason) => close.mutate({ case_ids: cases.map(({ case_id }) => case_id), reason })}
      onClose={onClose}
    >
      <ul className="grid gap-1 rounded-control bg-sunken p-3">
        {cases.slice(0, MAX_NAMED).map(({ case_id, email, title }) => (
          <li key={case_id} className="wrap-anywhere">
            {email} <span className="text-muted">· {title}</span>
          </li>
        ))}
        {cases.length > MAX_NAMED && <li className="text-muted">and {formatCount(cases.length - MAX_NAMED)} more</li>}
      </ul>
    </ConfirmDialog>
  );
}

/** Bulk actions on the selected cases: open cases can be closed with one reason. */
export function CaseBulkBar({ chosen, onClear }: { chosen: readonly CaseRow[]; onClear: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const open = chosen.filter(({ status }) => status === 'open');
  if (chosen.length === 0) return null;
  return (
    <>
      <BulkBar label="Selected cases" selected={`${formatPlural(chosen.length, 'case')} selected`} onClear={onClear}>
        {open.length > 0 ? (
          <Button small onClick={() => setIsConfirming(true)}>
            Close with a reason
          </Button>
        ) : (
          <span className="text-sm text-muted">None of the selected cases is open</span>
        )}
      </BulkBar>
      {isConfirming && <CloseCases cases={open} onClose={() => setIsConfirming(false)} onDone={onClear} />}
    </>
  );
}
