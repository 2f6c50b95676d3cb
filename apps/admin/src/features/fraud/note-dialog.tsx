import { Textarea } from '@inaam/ui/textarea';
import { type ReactNode, useState } from 'react';
import { Question, type Running } from '../../page/confirm-dialog.tsx';
import type { ActWords } from './fraud-actions.ts';

const MAX_NOTE = 500;

export interface ConfirmProps {
  /** Names the object. */
  title: ReactNode;
  /** The consequence. */
  description: ReactNode;
  words: ActWords;
  /** It takes something away, as opposed to giving it back. */
  danger: boolean;
  running: Running;
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
    <Question
      title={title}
      consequence={description}
      confirm={words.label}
      busy={words.busy}
      failed={words.failed}
      danger={danger}
      ready={ready}
      running={running}
      onConfirm={() => onConfirm(notes.trim())}
      onClose={onClose}
    >
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
    </Question>
  );
}
