import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { offers as words } from '../words/words.ts';
import { onDemand } from './on-demand.tsx';

afterEach(cleanup);

const Form = ({ onClose }: { onClose: () => void }) => (
  <button type="button" onClick={onClose}>
    The form itself
  </button>
);

test('shows loading and a failed load, retries, and opens at once when the code has been loaded before', async () => {
  const load = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(Form);
  const OnDemand = onDemand<{ onClose: () => void }>(
    () => ({ coming: words.openTheForm, failed: words.noForm, crashed: words.formBroken }),
    load,
  );
  const onClose = vi.fn();
  const { rerender } = render(<OnDemand onClose={onClose} />);
  expect(screen.getByRole('status').textContent).toBe('Loading the form...');
  expect((await screen.findByRole('alert')).textContent).toContain('The form could not be loaded');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getByText('The form itself')).toBeTruthy());
  rerender(<OnDemand key="opened anew" onClose={onClose} />);
  expect(screen.getByText('The form itself')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test('shows a message with a reload button over the page when the dialog crashes', async () => {
  // React logs each error that a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Crashing = (): never => {
    throw new Error('Broken');
  };
  const OnDemand = onDemand<{ onClose: () => void }>(
    () => ({ coming: words.openTheWheel, failed: words.noWheel, crashed: words.wheelBroken }),
    () => Promise.resolve(Crashing),
  );
  const onClose = vi.fn();
  render(<OnDemand onClose={onClose} />);
  expect((await screen.findByRole('alert')).textContent).toContain('Your spin is saved');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});
