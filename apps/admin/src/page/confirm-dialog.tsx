import { requiredText } from '@inaam/contracts/common/text';
import { AlertDialog } from '@inaam/ui/alert-dialog';
import { Textarea } from '@inaam/ui/textarea';
import { toast } from '@inaam/ui/toaster';
import { type ReactNode, useState } from 'react';
import { getErrorText, getFieldError } from '../app/errors.ts';
import { useCloseOnPendingApproval } from '../app/pending-approval.ts';
import { trpc } from '../app/trpc.ts';
import { FormProblems, getRefusedField } from '../forms/field-problems.tsx';
import { useFormGuard } from '../forms/use-form-guard.tsx';
import { Banner } from './banner.tsx';

const MAX_NOTE = 500;
const requiredNote = requiredText(MAX_NOTE);

/** The state of the confirmed mutation. */
export interface ConfirmedMutation {
  error: unknown;
  isPending: boolean;
  reset: () => void;
}

/** A text that is sent with the action and stored in the audit log. */
interface NoteField {
  /** `Reason` */
  label: string;
  hint: string;
  placeholder?: string;
  rows: number;
  required?: boolean;
}

/** A required field for the reason of an audited action. @param hint describes a good reason */
export const reasonField = (hint: string): NoteField => ({ label: 'Reason', hint, rows: 3, required: true });

type Texts = Readonly<Record<string, string>>;
/** Values of fields among the children. The dialog asks before it discards them, and a draft keeps them. */
interface OwnFields {
  values: Texts;
  initial: Texts;
  restore: (values: Texts) => void;
}

/** The field names of the note in the procedures' inputs. */
const noteNames = ['reason', 'note', 'notes'] as const;

/**
 * Asks for confirmation of an action: names the object and the consequence. A failure stays in the dialog, so that the
 * admin can retry.
 */
export function ConfirmDialog({
  title,
  consequence,
  confirm,
  busy,
  failed,
  doneBefore,
  danger = false,
  ready = true,
  note,
  draft,
  fields,
  isErrorAtField = false,
  validate,
  mutation,
  onConfirm,
  onClose,
  children,
}: {
  /** Names the object. */
  title: string;
  /** The state after the action. */
  consequence: ReactNode;
  /** The label of the confirming button: a verb. */
  confirm: string;
  /** `Replacing...` */
  busy: string;
  /** The title of a failure. */
  failed: string;
  /** The progress before a failure, shown after the error text: `400 postbacks had been replayed.` */
  doneBefore?: string | undefined;
  /** True if the action removes something. */
  danger?: boolean;
  /** False until the consequence is loaded. */
  ready?: boolean;
  note?: NoteField;
  /** The name of the draft that keeps the typed values, from the action and its object: `refuse-12`. */
  draft?: string;
  fields?: OwnFields;
  /** Shows the problems of the children’s fields. @returns whether there are no problems */
  validate?: () => boolean;
  /** True if a field among the children shows the error of the mutation. */
  isErrorAtField?: boolean;
  mutation: ConfirmedMutation;
  /** @param note trimmed; empty without a note */
  onConfirm: (note: string) => void;
  onClose: () => void;
  /** Affected people, warnings, fields. */
  children?: ReactNode;
}) {
  const [text, setText] = useState('');
  const [attempts, setAttempts] = useState(0);
  const guard = useFormGuard<Texts>({
    name: draft && `confirm-${draft}`,
    base: { values: { text: '', ...fields?.initial } },
    values: { text, ...fields?.values },
    restore: ({ text: typed = '', ...others }) => {
      setText(typed);
      fields?.restore(others);
    },
    isSaving: mutation.isPending,
    onClose,
  });
  useCloseOnPendingApproval(mutation.error, () => guard.finish());
  const read = note?.required ? requiredNote.safeParse(text) : undefined;
  const refused =
    note && getRefusedField(mutation.error, Object.fromEntries(noteNames.map((name) => [name, note.label])));
  const problem =
    attempts > 0 && read?.error
      ? getFieldError(`A ${note?.label.toLowerCase()}`, read.error.issues[0])
      : refused?.message;
  const submit = () => {
    setAttempts(attempts + 1);
    const isValid = validate?.() ?? true;
    if (isValid && read?.success !== false) onConfirm(read?.data ?? text.trim());
  };
  return (
    <AlertDialog
      open
      onOpenChange={guard.close}
      danger={danger}
      title={title}
      description={consequence}
      confirmLabel={confirm}
      busyLabel={busy}
      busy={mutation.isPending}
      ready={ready}
      onConfirm={submit}
    >
      {guard.question}
      {(children || note || !!mutation.error) && (
        <div className="grid grid-cols-1 gap-3">
          {guard.restored}
          <FormProblems attempts={attempts} error={mutation.error} />
          {children}
          {note && (
            <Textarea
              {...note}
              maxLength={MAX_NOTE}
              value={text}
              error={problem}
              onChange={(event) => {
                setText(event.target.value);
                if (refused) mutation.reset();
              }}
            />
          )}
          {!!mutation.error && !refused && !isErrorAtField && (
            <Banner tone="error" title={failed} onDismiss={mutation.reset}>
              {getErrorText(mutation.error, 'Please try again.')}
              {doneBefore && ` ${doneBefore}`}
            </Banner>
          )}
        </div>
      )}
    </AlertDialog>
  );
}

/**
 * Options of a confirmed mutation. After success a toast confirms it, the dialog closes, and all queries reload.
 * @param formatMessage the toast's text
 */
export function useSuccessToast<Answer>(onClose: () => void, formatMessage: (answer: Answer) => string) {
  const utils = trpc.useUtils();
  return {
    onSuccess: (answer: Answer) => {
      toast.success(formatMessage(answer));
      onClose();
      return utils.admin.invalidate();
    },
  };
}

/** Formats the toast as the server's own message. */
export const getMessage = ({ message }: { message: string }): string => message;
