import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { floatClass, scrimClass } from './dialog.tsx';
import { useFocusReturn } from './focus-return.ts';
import { uiWords } from './words.ts';

export interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the object: 'Deactivate “Daily survey”?' */
  title: ReactNode;
  /** What the action causes. */
  description: ReactNode;
  /** A verb, never 'OK'. */
  confirmLabel: string;
  cancelLabel?: string;
  /** The dialog stays open until the caller closes it, so that the dialog can show a failure. */
  onConfirm: () => void;
  busy?: boolean;
  busyLabel?: string;
  danger?: boolean;
  /** False while the description still loads. The confirm button is disabled until then. */
  ready?: boolean;
  /** A reason field or an error banner. */
  children?: ReactNode;
}

/** A field that must be filled in before confirming. */
const REQUIRED_FIELD = 'textarea[required], input[required]';

/**
 * Asks before an important action. The focus starts on a required field if there is one, else on Cancel, so that Enter
 * without reading changes nothing.
 */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = uiWords().cancel,
  onConfirm,
  busy = false,
  busyLabel,
  danger = false,
  ready = true,
  children,
}: AlertDialogProps) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next || !busy) && onOpenChange(next)}>
      <Radix.Portal>
        {/* Above the panel that opened it. */}
        <Radix.Overlay className={cx(scrimClass, 'z-50!')} />
        <Radix.Content
          {...focusReturn}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus();
            const field = (event.currentTarget as HTMLElement | null)?.querySelector<HTMLElement>(REQUIRED_FIELD);
            if (!field) return;
            event.preventDefault();
            field.focus();
          }}
          className={cx(
            floatClass,
            'fixed top-1/2 left-1/2 z-50 flex max-h-[92dvh] w-[calc(100%-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 animate-appear flex-col rounded-card outline-none',
          )}
        >
          <div className="min-h-0 overflow-y-auto overscroll-contain p-5">
            <Radix.Title className="text-lg wrap-anywhere">{title}</Radix.Title>
            <Radix.Description className="mt-1 wrap-anywhere text-muted">{description}</Radix.Description>
            {children && <div className="mt-4">{children}</div>}
          </div>
          {/* Stays in sight while long text scrolls. */}
          <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-4">
            <Radix.Cancel asChild>
              <Button disabled={busy}>{cancelLabel}</Button>
            </Radix.Cancel>
            <Button
              variant={danger ? 'danger' : 'primary'}
              disabled={!ready}
              busy={busy}
              busyLabel={busyLabel}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
