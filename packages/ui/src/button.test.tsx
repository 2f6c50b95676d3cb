import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button, IconButton } from './button.tsx';

afterEach(cleanup);

test('keeps the focus and shows the busy label while busy, and neither calls onClick nor submits', () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  const { container, rerender } = render(
    <form>
      <Button type="submit" onClick={onClick} busyLabel="Signing in...">
        Sign in
      </Button>
    </form>,
  );
  container.querySelector('form')?.addEventListener('submit', onSubmit);
  const button = screen.getByRole('button', { name: 'Sign in' });
  button.focus();
  rerender(
    <form>
      <Button type="submit" onClick={onClick} busy busyLabel="Signing in...">
        Sign in
      </Button>
    </form>,
  );
  expect(button.textContent).toBe('Signing in...');
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('shows progress in place of the icon while busy', () => {
  const { rerender } = render(<IconButton label="Refresh">R</IconButton>);
  const button = screen.getByRole('button', { name: 'Refresh' });
  expect(button.textContent).toBe('R');
  rerender(
    <IconButton label="Refresh" busy>
      R
    </IconButton>,
  );
  expect(button.textContent).toBe('');
  expect(button.children).toHaveLength(1);
});

test('with ignoresPresses, ignores presses, but is neither disabled nor shown as busy', () => {
  const onClick = vi.fn();
  const { rerender } = render(
    <Button ignoresPresses onClick={onClick}>
      Close
    </Button>,
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Close' });
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect([button.disabled, button.getAttribute('aria-disabled'), button.children.length]).toEqual([false, 'true', 0]);
  rerender(<Button onClick={onClick}>Close</Button>);
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
});
