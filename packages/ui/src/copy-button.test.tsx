import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CopyButton } from './copy-button.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const press = async () => {
  fireEvent.click(screen.getByRole('button'));
  await act(() => vi.advanceTimersByTimeAsync(0));
};

test('copies the text, announces the copy, and resets after two seconds', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  render(<CopyButton value="AMZ-1234" label="Copy Code" />);
  await press();
  expect(writeText).toHaveBeenCalledWith('AMZ-1234');
  expect(screen.getByRole('status').textContent).toBe('Copied');
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(screen.getByRole('button').textContent).toBe('Copy Code');
  expect(screen.getByRole('status').textContent).toBe('');
});

test('copies with document.execCommand if the browser refuses the clipboard', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('refused')) } });
  let selected = '';
  document.execCommand = (command) => {
    selected = document.querySelector('textarea')?.value ?? '';
    return command === 'copy';
  };
  render(<CopyButton value="AMZ-1234" />);
  await press();
  expect(selected).toBe('AMZ-1234');
  expect(document.querySelector('textarea')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('Copied');
});
