import { AlertDialog } from '@inaam/ui/alert-dialog';
import { Banner } from '@inaam/ui/banner';
import { toast } from '@inaam/ui/toaster';
import type { ReactNode } from 'react';
import { errorText } from '../app/errors.ts';
import { trpc } from '../app/trpc.ts';

/** What a procedure's mutation tells of itself. */
export interface Running {
  error: unknown;
  isPending: boolean;
  reset: () => void;
}

export interface QuestionProps {
  /** Names the object. */
  title: ReactNode;
  /** What will be so afterwards. */
  consequence: ReactNode;
  /** The verb. */
  confirm: string;
  /** `Replacing...` */
  busy: string;
  /** The title of a failure. */
  failed: string;
  /** It takes something away, as opposed to giving it back. */
  danger?: boolean;
  /** False until the consequence is known. */
  ready?: boolean;
  running: Running;
  onConfirm: () => void;
  onClose: () => void;
  /** Who it is about, fields. */
  children?: ReactNode;
}

/** Asks before an action. A failure stays in the question, to be tried again. */
export const Question = ({
  title,
  consequence,
  confirm,
  busy,
  failed,
  danger = false,
  ready = true,
  running,
  onConfirm,
  onClose,
  children,
}: QuestionProps) => (
  <AlertDialog
    open
    onOpenChange={onClose}
    danger={danger}
    title={title}
    description={consequence}
    confirmLabel={confirm}
    busyLabel={busy}
    busy={running.isPending}
    ready={ready}
    onConfirm={onConfirm}
  >
    {(children || !!running.error) && (
      <div className="grid grid-cols-1 gap-3">
        {children}
        {!!running.error && (
          <Banner tone="error" title={failed} onDismiss={running.reset}>
            {errorText(running.error, 'Please try again.')}
          </Banner>
        )}
      </div>
    )}
  </AlertDialog>
);

/**
 * The options of a mutation that a question confirms: once it is done, a toast says so, the question closes, and every screen
 * asks anew.
 * @param tell what the toast says of the answer
 */
export function useDone<Answer>(onClose: () => void, tell: (answer: Answer) => string) {
  const utils = trpc.useUtils();
  return {
    onSuccess: (answer: Answer) => {
      toast.success(tell(answer));
      onClose();
      return utils.admin.invalidate();
    },
  };
}

/** The server's own words, where it has some. */
export const messageOf = ({ message }: { message: string }): string => message;
