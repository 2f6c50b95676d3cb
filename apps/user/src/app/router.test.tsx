import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { served, signedOut, user } from '../testing/render-app.tsx';
import { useAuth } from './session/auth.tsx';

const app = served();

describe('addresses', () => {
  test('signed out, / says what it loads and leads to /login', async () => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    app.answers['user.identity.me'] = async (input) => {
      await asked;
      return signedOut(input);
    };
    app.open('/');
    expect(await screen.findByText('Loading your dashboard...')).toBeTruthy();
    expect(app.path()).toBe('/');
    answer();
    await waitFor(() => expect(app.path()).toBe('/login'));
  });

  test('signed in, /login leads to /, and so does every unknown path', async () => {
    app.answers['user.identity.me'] = () => user;
    app.open('/login');
    await waitFor(() => expect(app.path()).toBe('/'));
    cleanup();
    app.open('/no/such/place');
    await waitFor(() => expect(app.path()).toBe('/'));
    expect(await screen.findByText('Grocery survey')).toBeTruthy();
  });

  test('the static pages are open to everyone and carry their date', async () => {
    for (const page of ['/terms', '/privacy', '/legal']) {
      app.open(page);
      expect(await screen.findByText('Last updated July 19, 2025')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/');
      expect(app.path()).toBe(page);
      cleanup();
    }
  });
});

test('useAuth says so outside of its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Lost = () => <>{useAuth().session.status}</>;
  expect(() => act(() => void render(<Lost />))).toThrow('useAuth must be used within an AuthProvider');
});
