import { requiredText } from '@inaam/contracts/text';
import { AlertDialog } from '@inaam/ui/alert-dialog';
import { Banner } from '@inaam/ui/banner';
import { Textarea } from '@inaam/ui/textarea';
import { type ReactNode, useState } from 'react';
import { errorText } from '../app/errors.ts';
import { fieldProblem } from '../app/field-problem.ts';

const MAX_REASON = 500;
const reasonText = requiredText(MAX_REASON);

/** What a procedure's mutation tells of itself. */
export interface Running {
  error: unknown;
  isPending: boolean;
  reset: () => void;
}

/**
 * Asks before something that is answered for: names the object and the consequence, and takes a reason, which the audit log keeps. A
 * failure stays in the question.
 */
export function ReasonDialog({
  title,
  consequence,
  confirm,
  busy,
  failed,
  hint,
  danger = false,
  running,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  consequence: ReactNode;
  confirm: string;
  /** `Replacing...` */
  busy: string;
  /** The title of a failure. */
  failed: string;
  /** What a good reason says. */
  hint: string;
  danger?: boolean;
  running: Running;
  /** @param reason trimmed, not empty */
  onConfirm: (reason: string) => void;
  onClose: () => void;
  /** The object in its own words, further fields. */
  children?: ReactNode;
}) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    const read = reasonText.safeParse(reason);
    setProblem(read.success ? undefined : fieldProblem('A reason', read.error.issues[0]));
    if (read.success) onConfirm(read.data);
  };
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      danger={danger}
      title={title}
      description={consequence}
      confirmLabel={confirm}
      busyLabel={busy}
      busy={running.isPending}
      onConfirm={submit}
    >
      <div className="grid gap-3">
        {children}
        <Textarea
          label="Reason"
          hint={hint}
          rows={3}
          required
          maxLength={MAX_REASON}
          value={reason}
          error={problem}
          onChange={(event) => {
            setReason(event.target.value);
            setProblem(undefined);
          }}
        />
        {!!running.error && (
          <Banner tone="error" title={failed} onDismiss={running.reset}>
            {errorText(running.error, 'Please try again.')}
          </Banner>
        )}
      </div>
    </AlertDialog>
  );
}
