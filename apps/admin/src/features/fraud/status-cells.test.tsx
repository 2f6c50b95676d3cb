import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { countTone, TwoLineTime, truncate, UserStatus } from './status-cells.tsx';

afterEach(cleanup);

test('colours a count red from 5, yellow from 3, else blue', () => {
  expect([1, 2, 3, 4, 5, 60].map(countTone)).toEqual(['info', 'info', 'warn', 'warn', 'bad', 'bad']);
});

test('truncates a long fingerprint with an ellipsis', () => {
  expect(truncate('abcdefghijklmnopqrstuvwxyz', 15)).toBe('abcdefghijklmno…');
  expect(truncate('abcdefghijklmno', 15)).toBe('abcdefghijklmno');
});

test.each([
  [{ is_suspicious: true, ip_count: 1, device_count: 0 }, 'Suspicious'],
  [{ is_suspicious: false, ip_count: 2, device_count: 0 }, 'Questionable'],
  [{ is_suspicious: false, ip_count: 1, device_count: 2 }, 'Questionable'],
  [{ is_suspicious: false, ip_count: 1, device_count: 1 }, 'Normal'],
])('classifies %o as %s', (user, word) => {
  render(<UserStatus user={user} />);
  expect(screen.getByText(word)).toBeTruthy();
});

test('shows the day above the time in IST', () => {
  render(<TwoLineTime at="2026-05-03T20:00:00.000Z" />);
  expect(screen.getByRole('time').textContent).toMatch(/^4 May 2026\s*1:30 am$/i);
});
