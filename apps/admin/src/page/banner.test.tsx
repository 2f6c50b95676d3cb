import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Banner } from './banner.tsx';
import { FailedLoad } from './failed-load.tsx';

afterEach(cleanup);

test('dismisses a banner without an `onDismiss` handler', () => {
  render(<Banner tone="info" title="The settings have changed" />);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('The settings have changed')).toBeNull();
});

test('shrinks a dismissed load failure to a line with Retry, until the next failure', () => {
  const retry = vi.fn();
  const renderFailure = (error: Error) => (
    <FailedLoad title="Failed to fetch offers" error={error} isFetching={false} onRetry={retry} />
  );
  const { rerender } = render(renderFailure(new Error('first')));
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Failed to fetch offers')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(retry).toHaveBeenCalledOnce();
  rerender(renderFailure(new Error('second')));
  expect(screen.getByRole('alert').textContent).toContain('Failed to fetch offers');
});
