import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Pagination, pageWindow } from './pagination.tsx';

afterEach(cleanup);

describe('pageWindow', () => {
  test.each([
    [1, 1, 7, [1]],
    [1, 3, 7, [1, 2, 3]],
    [1, 20, 7, [1, 2, 3, 4, 5, 6, 7]],
    [4, 20, 7, [1, 2, 3, 4, 5, 6, 7]],
    [5, 20, 7, [2, 3, 4, 5, 6, 7, 8]],
    [20, 20, 7, [14, 15, 16, 17, 18, 19, 20]],
    [10, 20, 5, [8, 9, 10, 11, 12]],
    [19, 20, 5, [16, 17, 18, 19, 20]],
    [99, 6, 5, [2, 3, 4, 5, 6]],
    [1, 0, 5, []],
  ])('shows page %d of %d with at most %d buttons', (page, total, max, expected) => {
    expect(pageWindow(page, total, max)).toEqual(expected);
  });
});

test('shows the position, changes the page by buttons and stops at the ends', () => {
  const onPage = vi.fn();
  const { rerender } = render(<Pagination page={1} totalPages={9} maxButtons={5} onPage={onPage} />);
  expect(screen.getByText('Showing page 1 of 9')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'Page 1' }).getAttribute('aria-current')).toBe('page');
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  fireEvent.click(screen.getByRole('button', { name: 'Page 4' }));
  expect(onPage.mock.calls).toEqual([[2], [4]]);

  rerender(<Pagination page={9} totalPages={9} maxButtons={5} onPage={onPage} />);
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
});

test('shows five pages around the current one on a narrow screen', () => {
  render(<Pagination page={6} totalPages={20} maxButtons={7} onPage={vi.fn()} />);
  const shown = screen
    .getAllByRole('button', { name: /^Page/ })
    .filter(({ className }) => !className.includes('max-sm:hidden'))
    .map(({ textContent }) => textContent);
  expect(shown).toEqual(['4', '5', '6', '7', '8']);
});
