import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Avatar, getInitials } from './avatar.tsx';

afterEach(cleanup);

test.each([
  ['Asha', 'Rao', 'AR'],
  ['émile', '', 'É'],
  ['𝒵oya', 'Khan', '𝒵K'],
  [' किरण', 'राव', 'किरा'],
  ['', '', 'Q'],
])('derives the initials of %j %j as %s', (first_name, last_name, letters) => {
  expect(getInitials({ first_name, last_name, email: 'q@example.com' })).toBe(letters);
});

test('derives initials in a browser without a segmenter', () => {
  vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
  Reflect.deleteProperty(Intl, 'Segmenter');
  expect(getInitials({ first_name: 'e\u0301mile', last_name: '𝒵oya', email: 'q@example.com' })).toBe('E\u0301𝒵');
  vi.unstubAllGlobals();
});

test('shows Google users red and e-mail users blue, with a label', () => {
  const user = { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com' };
  render(<Avatar user={{ ...user, firebase_uid: 'uid-1' }} />);
  render(<Avatar user={{ ...user, firebase_uid: null }} />);
  expect(screen.getByTitle('Google user').className).toContain('text-bad');
  expect(screen.getByTitle('Email user').className).toContain('text-focus');
});
