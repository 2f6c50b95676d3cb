import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { AlertDialog } from './alert-dialog.tsx';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

/** A page whose button opens a question; the result replaces the question. */
function Page({ keep = true }: { keep?: boolean }) {
  const [open, setOpen] = useState<'question' | 'outcome'>();
  const close = () => setOpen(undefined);
  return (
    <>
      {(keep || !open) && (
        <button type="button" onClick={() => setOpen('question')}>
          Replay
        </button>
      )}
      {open === 'question' && (
        <AlertDialog
          open
          onOpenChange={close}
          title="Replay all?"
          description="Each is judged anew."
          confirmLabel="Yes"
          onConfirm={() => setOpen('outcome')}
        />
      )}
      {open === 'outcome' && (
        <Dialog open onOpenChange={close} title="Replayed">
          All of them.
        </Dialog>
      )}
    </>
  );
}

const ask = () => {
  const button = screen.getByRole('button', { name: 'Replay' });
  button.focus();
  fireEvent.click(button);
  return button;
};

test('returns the focus to the opener on closing', async () => {
  render(<Page />);
  const button = ask();
  expect(document.activeElement?.textContent).toBe('Cancel');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('returns the focus to the opener of the question when the result has replaced the question', async () => {
  render(<Page />);
  const button = ask();
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
  const outcome = screen.getByRole('dialog');
  await waitFor(() => expect(outcome.contains(document.activeElement)).toBe(true));
  // The question closes behind the result and must not take the focus.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(outcome.contains(document.activeElement)).toBe(true);
  fireEvent.keyDown(outcome, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('does not fail if the opener was removed', async () => {
  render(<Page keep={false} />);
  ask();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Replay' })).toBeTruthy();
});

test('focuses the dialog itself if nothing had the focus, as when a link opens it', async () => {
  render(
    <Dialog open onOpenChange={() => undefined} title="Spin the wheel">
      Good luck
    </Dialog>,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
});

test('focuses the first button if a control opened the dialog', async () => {
  render(<button type="button">Spin Wheel</button>);
  screen.getByRole('button', { name: 'Spin Wheel' }).focus();
  render(
    <Dialog open onOpenChange={() => undefined} title="Spin the wheel">
      Good luck
    </Dialog>,
  );
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Close'));
});
