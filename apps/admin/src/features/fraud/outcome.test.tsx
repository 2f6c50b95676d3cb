import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { OutcomeBanner } from './outcome.tsx';
import { FraudBulkBar } from './parts/bulk-actions.tsx';

afterEach(cleanup);

test('announces success politely and can be dismissed', () => {
  const dismiss = vi.fn();
  const result = { message: '2 users flagged and blocked successfully', done: 2, unchanged: 0, refused: [] };
  render(<OutcomeBanner outcome={{ kind: 'done', result, names: new Map() }} onDismiss={dismiss} />);
  expect(screen.getByRole('status').textContent).toBe('2 users flagged and blocked successfully');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(dismiss).toHaveBeenCalledOnce();
});

test('lists rejected users with the reason, and users of other pages by ID', () => {
  const refused = [
    { user_id: 7, reason: 'User not found' },
    { user_id: 8, reason: 'Changed meanwhile' },
  ];
  const result = { message: '1 users flagged and blocked successfully', done: 1, unchanged: 0, refused };
  render(<OutcomeBanner outcome={{ kind: 'done', result, names: new Map([[7, 'Asha Rao']]) }} onDismiss={vi.fn()} />);
  const banner = screen.getByRole('alert');
  expect(banner.textContent).toContain('2 users were not changed:');
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Asha Rao: User not found',
    'User 8: Changed meanwhile',
  ]);
});

const bar = { chosen: 25, matching: false, onClear: vi.fn(), onAct: vi.fn() };

test('offers to select all matching users, up to the limit of one request', () => {
  const { rerender } = render(<FraudBulkBar {...bar} total={240} onMatching={vi.fn()} />);
  expect(screen.getByRole('status').textContent).toBe('25 users selected');
  expect(screen.getByRole('button', { name: 'Select all 240 matching' })).toBeTruthy();
  rerender(<FraudBulkBar {...bar} total={1001} onMatching={vi.fn()} />);
  expect(screen.queryByRole('button', { name: /Select all/ })).toBeNull();
  expect(screen.getByText('1,001 match; at most 1,000 at once')).toBeTruthy();
  rerender(<FraudBulkBar {...bar} total={240} matching onMatching={vi.fn()} />);
  expect(screen.getByRole('status').textContent).toBe('All 240 matching users selected');
});

test('reports whether the admin pressed ‘Flag Selected’ or ‘Unflag Selected’', () => {
  render(<FraudBulkBar {...bar} total={25} onMatching={undefined} />);
  fireEvent.click(screen.getByRole('button', { name: 'Flag Selected' }));
  fireEvent.click(screen.getByRole('button', { name: 'Unflag Selected' }));
  expect(bar.onAct.mock.calls).toEqual([['flag'], ['unflag']]);
});
