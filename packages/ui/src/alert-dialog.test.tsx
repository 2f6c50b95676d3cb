import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { AlertDialog } from './alert-dialog.tsx';

afterEach(cleanup);

function Deactivate({ onConfirm, busy = false }: { onConfirm: () => void; busy?: boolean }) {
  const [open, setOpen] = useState(true);
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      title="Deactivate “Daily survey”?"
      description="Users no longer see it."
      confirmLabel="Deactivate"
      onConfirm={onConfirm}
      busy={busy}
      busyLabel="Deactivating..."
      danger
    />
  );
}

test('focuses Cancel first, and Cancel closes without confirming', () => {
  const onConfirm = vi.fn();
  render(<Deactivate onConfirm={onConfirm} />);
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  expect(document.activeElement).toBe(cancel);
  fireEvent.click(cancel);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(onConfirm).not.toHaveBeenCalled();
});

test('focuses a required field first', () => {
  render(
    <AlertDialog
      open
      onOpenChange={() => {}}
      title="Credit?"
      description="By hand."
      confirmLabel="Credit"
      onConfirm={() => {}}
    >
      <textarea aria-label="Reason" required />
    </AlertDialog>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Reason'));
});

test('stays open after confirming, so that the caller can show a failure', () => {
  const onConfirm = vi.fn();
  render(<Deactivate onConfirm={onConfirm} />);
  fireEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});

test('shows progress while busy, ignores a second confirmation and does not close', () => {
  const onConfirm = vi.fn();
  render(<Deactivate onConfirm={onConfirm} busy />);
  fireEvent.click(screen.getByRole('button', { name: 'Deactivating...' }));
  fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' });
  expect(onConfirm).not.toHaveBeenCalled();
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});

test('keeps the buttons visible while the text scrolls', () => {
  render(<Deactivate onConfirm={vi.fn()} />);
  const scrolling = screen.getByText('Users no longer see it.').parentElement;
  expect(scrolling?.className).toContain('overflow-y-auto');
  for (const name of ['Cancel', 'Deactivate'])
    expect(scrolling?.contains(screen.getByRole('button', { name }))).toBe(false);
});
