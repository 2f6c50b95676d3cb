import { requiredText } from '@inaam/contracts/common/text';
import { Textarea } from '@inaam/ui/textarea';
import { useState } from 'react';
import { fieldProblem } from '../app/errors.ts';
import { Question, type QuestionProps } from './confirm-dialog.tsx';

const MAX_REASON = 500;
const reasonText = requiredText(MAX_REASON);

/**
 * Asks before something that is answered for: names the object and the consequence, and takes a reason, which the audit log keeps. A
 * failure stays in the question.
 */
export function ReasonDialog({
  hint,
  onConfirm,
  children,
  ...question
}: Omit<QuestionProps, 'ready' | 'onConfirm'> & {
  /** What a good reason says. */
  hint: string;
  /** @param reason trimmed, not empty */
  onConfirm: (reason: string) => void;
}) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    const read = reasonText.safeParse(reason);
    setProblem(read.success ? undefined : fieldProblem('A reason', read.error.issues[0]));
    if (read.success) onConfirm(read.data);
  };
  return (
    <Question {...question} onConfirm={submit}>
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
    </Question>
  );
}
