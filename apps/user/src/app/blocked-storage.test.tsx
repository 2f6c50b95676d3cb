import { screen } from '@testing-library/react';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { renderApp, signIn } from '../testing/render-app.tsx';
import { keepIdToken } from './session/sandbox-provider.ts';

/** A browser in which a person blocks all data of sites: storage throws, and cookies are off. */
const app = renderApp();
beforeEach(() => {
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    vi.spyOn(window, storage, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
  }
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
});
afterEach(() => void vi.restoreAllMocks());

test.each([
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy Policy'],
  ['/legal', 'Legal & Support'],
])('opens %s with blocked storage', async (address, heading) => {
  keepIdToken();
  app.open(address);
  await screen.findByRole('heading', { level: 1, name: heading });
});

test.each([
  ['/login', 'Sign in'],
  ['/register', 'Create account'],
  ['/vouchers', 'Sign in'],
])('says at %s that the browser blocks cookies', async (address, heading) => {
  keepIdToken();
  app.open(address);
  await screen.findByRole('heading', { level: 1, name: heading });
  await screen.findByText('Your browser blocks cookies. Please allow them for this site to sign in.');
});

test('signs in with blocked storage if the server accepts the sign-in', async () => {
  app.open('/login');
  await signIn();
  await screen.findAllByRole('link', { name: 'Dashboard' });
});
