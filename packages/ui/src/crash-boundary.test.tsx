import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CrashBoundary } from './crash-boundary.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

it('keeps the rest of the page when a part crashes, and renders the part again on Retry', () => {
  // React logs each error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isBroken = true;
  const Part = () => {
    if (isBroken) throw new Error('Broken');
    return <p>Whole</p>;
  };
  render(
    <>
      <CrashBoundary>
        <Part />
      </CrashBoundary>
      <p>The rest</p>
    </>,
  );
  expect(screen.getByText('The rest')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('This could not be shown');
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.getByText('Whole')).toBeTruthy();
});
