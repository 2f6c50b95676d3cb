import { AlertDialog } from '@inaam/ui/alert-dialog';
import { Button } from '@inaam/ui/button';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Banner } from '../page/banner.tsx';
import { readDraft, storeDraft } from './drafts.ts';
import { isSame } from './versions.ts';

/** The saved record that a form started from. */
export interface Base<Values> {
  values: Values;
  /** Sent with the save, so that the server notices a change by another admin. Undefined for a new record. */
  version?: number | undefined;
}

export interface FormGuard {
  /** Closes the form; asks for confirmation first if the form was edited. */
  close: () => void;
  /** Removes the draft and closes the form, after a successful save. */
  finish: () => void;
  /** The dialog that asks for confirmation before the form is left. Render this dialog once. */
  question: ReactNode;
  /** A note that a draft was restored. Render this note above the fields. */
  restored: ReactNode;
}

/**
 * Protects typed values of a form: Escape, Back, links and a reload ask first, and a draft survives a reload and an
 * expired session.
 * @param form.name the draft's name, which includes the record: `offer-12`; undefined for a form without a draft, e.g.
 * with passwords
 * @param form.restore puts a draft's values into the form, with the saved record that these values change
 * @param form.isSaving true while the form is being sent; the form may then close without {@link FormGuard.finish}
 */
export function useFormGuard<Values extends object>({
  name,
  base,
  values,
  restore,
  isSaving = false,
  onClose,
}: {
  name: string | undefined;
  base: Base<Values>;
  values: Values;
  restore?: (values: Values, base: Base<Values>) => void;
  isSaving?: boolean;
  onClose?: () => void;
}): FormGuard {
  const isEdited = !isSame(values, base.values);
  const [storedDraft] = useState(() => (name === undefined ? undefined : toDraft(readDraft(name), base)));
  const [isRestored, setRestored] = useState(storedDraft !== undefined);
  const restoreDraft = useEffectEvent(() => {
    if (storedDraft) restore?.(storedDraft.values, storedDraft.base);
  });
  useEffect(() => restoreDraft(), []);

  const draft = isEdited ? JSON.stringify({ values, base }) : undefined;
  // The first rendering has not restored the draft yet, so it must not remove the draft.
  const isReady = useRef(storedDraft === undefined);
  useEffect(() => {
    if (name === undefined) return;
    if (draft !== undefined) isReady.current = true;
    if (isReady.current) storeDraft(name, draft === undefined ? undefined : JSON.parse(draft));
  }, [name, draft]);

  const isSent = useRef(false);
  useEffect(() => {
    isSent.current = isSaving;
  });
  useEffect(
    () => () => {
      if (isSent.current && name !== undefined) storeDraft(name, undefined);
    },
    [name],
  );

  const isDone = useRef(false);
  const [isAsked, setAsked] = useState(false);
  const mustAsk = () => isEdited && !isSaving && !isDone.current;
  const blocker = useBlocker({ shouldBlockFn: mustAsk, enableBeforeUnload: mustAsk, withResolver: true });
  const isBlocked = blocker.status === 'blocked';
  const finish = () => {
    isDone.current = true;
    if (name !== undefined) storeDraft(name, undefined);
    onClose?.();
  };
  const leave = () => {
    setAsked(false);
    if (!isBlocked) return finish();
    isDone.current = true;
    if (name !== undefined) storeDraft(name, undefined);
    blocker.proceed();
  };
  const closeQuestion = () => {
    setAsked(false);
    blocker.reset?.();
  };
  return {
    close: () => {
      if (mustAsk()) setAsked(true);
      else onClose?.();
    },
    finish,
    question: (isAsked || isBlocked) && (
      <AlertDialog
        open
        onOpenChange={closeQuestion}
        danger
        title="Leave without saving?"
        description="What you typed will be lost."
        confirmLabel="Leave"
        cancelLabel="Stay"
        onConfirm={leave}
      />
    ),
    restored: isRestored && isEdited && (
      <Banner
        tone="info"
        title="What you typed was restored"
        onDismiss={() => setRestored(false)}
        action={
          <Button
            small
            onClick={() => {
              setRestored(false);
              restore?.(base.values, base);
            }}
          >
            Discard
          </Button>
        }
      />
    ),
  };
}

/** Parses a stored draft; undefined if the draft does not fit the form, e.g. after an update of the app. */
function toDraft<Values extends object>(
  stored: unknown,
  { values: expected }: Base<Values>,
): { values: Values; base: Base<Values> } | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { values, base } = stored as { values?: Values; base?: Base<Values> };
  const hasSameFields = (each: Values | undefined) =>
    !!each && isSame(Object.keys(each).sort(), Object.keys(expected).sort());
  return values && base && hasSameFields(values) && hasSameFields(base.values) ? { values, base } : undefined;
}
