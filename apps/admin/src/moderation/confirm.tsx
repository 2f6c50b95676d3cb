import { AlertDialog } from '@inaam/ui/alert-dialog';
import { Banner } from '@inaam/ui/banner';
import { Textarea } from '@inaam/ui/textarea';
import { type ReactNode, useState } from 'react';
import { errorText } from '../app/errors.ts';
import type { ActWords } from './actions.ts';

const MAX_NOTE = 500;

export interface ConfirmProps {
  /** Names the object. */
  title: ReactNode;
  /** The consequence. */
  description: ReactNode;
  words: ActWords;
  /** It takes something away, as opposed to giving it back. */
  danger: boolean;
  running: { isPending: boolean; error: unknown; reset: () => void };
  /** False until the consequence is known. */
  ready?: boolean;
  /** @param notes what was typed; empty means the standard note */
  onConfirm: (notes: string) => void;
  onClose: () => void;
  /** Warnings, who it is about. */
  children?: ReactNode;
}

/** Asks before an action on users, addresses or devices, and takes a note. A failure stays in the question. */
export function Confirm({
  title,
  description,
  words,
  danger,
  running,
  ready = true,
  onConfirm,
  onClose,
  children,
}: ConfirmProps) {
  const [notes, setNotes] = useState('');
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      danger={danger}
      title={title}
      description={description}
      confirmLabel={words.label}
      busyLabel={words.busy}
      busy={running.isPending}
      ready={ready}
      onConfirm={() => onConfirm(notes.trim())}
    >
      <div className="grid gap-3">
        {children}
        <Textarea
          label="Note"
          rows={2}
          maxLength={MAX_NOTE}
          placeholder={words.note}
          hint="Kept in the audit log."
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
        {!!running.error && (
          <Banner tone="error" title={words.failed} onDismiss={running.reset}>
            {errorText(running.error, 'Please try again.')}
          </Banner>
        )}
      </div>
    </AlertDialog>
  );
}
