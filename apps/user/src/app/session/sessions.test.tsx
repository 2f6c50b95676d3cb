import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answer, offer, Refusal, renderApp, signedOut, signIn, user } from '../../testing/render-app.tsx';

const app = renderApp();

/** The stored keys, except `howItWorksSeen`, which only says that the introduction was shown. */
const listStoredKeys = () => Object.keys(localStorage).filter((key) => key !== 'howItWorksSeen');

const suspended: Answer = () => {
  throw new Refusal('SUSPENDED', null, 'U-7');
};
const SUSPENDED =
  'Your account has been suspended due to suspicious activity. Please contact our support team for assistance.';

describe('signing in', () => {
  test('stores the session under the documented keys and opens the offers', async () => {
    app.open('/login');
    await signIn();
    await waitFor(() => expect(app.path()).toBe('/'));
    expect(localStorage.getItem('sessionId')).toBe('session-1');
    expect(localStorage.getItem('userId')).toBe('7');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
  });

  test('ignores the answer of an earlier session check that arrives after a sign-in', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    app.answers['user.identity.me'] = async (input) => {
      await answered;
      return signedOut(input);
    };
    app.open('/login');
    await waitFor(() => expect(app.calls).toContain('user.identity.me'));
    app.answers['user.identity.me'] = () => user;
    await signIn();
    await waitFor(() => expect(app.path()).toBe('/'));
    await screen.findByText('Grocery survey');
    answer();
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(localStorage.getItem('sessionId')).toBe('session-1');
    expect(app.path()).toBe('/');
  });

  test("shows a refusal under 'Login failed' and keeps the typed text", async () => {
    app.answers['user.identity.login'] = () => {
      throw new Refusal('WRONG_EMAIL_OR_PASSWORD');
    };
    app.open('/login');
    await signIn();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Login failed');
    expect(alert.textContent).toContain('Invalid email or password');
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ananya@example.com');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('open sesame');
    expect(listStoredKeys()).toEqual([]);
  });

  test('shows the panel for a suspended account, and an empty form after Try Different Account', async () => {
    app.answers['user.identity.login'] = suspended;
    app.open('/login');
    await signIn();
    expect(await screen.findByText(SUSPENDED)).toBeTruthy();
    expect(screen.getByText('U-7')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Contact Support' }).getAttribute('href')).toBe(
      'mailto:help@example.com?subject=Suspended%20account%20U-7',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Try Different Account' }));
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('');
    expect(screen.queryByText(SUSPENDED)).toBeNull();
  });
});

describe('the end of a session', () => {
  const openSignedIn = async () => {
    app.answers['user.identity.me'] = () => user;
    localStorage.setItem('sessionId', 'session-1');
    app.open('/');
    await screen.findByText('Grocery survey');
  };

  test('removes the stored data before it sends a sign-out to the server', async () => {
    await openSignedIn();
    let storedKeys: string[] | undefined;
    app.answers['user.identity.logout'] = () => {
      storedKeys = listStoredKeys();
      return {};
    };
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(app.path()).toBe('/login'));
    await waitFor(() => expect(storedKeys).toEqual([]));
  });

  test('clears the stored data and opens /login on a 401 from any call', async () => {
    await openSignedIn();
    app.answers['user.offers.list'] = signedOut;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(listStoredKeys()).toEqual([]);
  });
});

describe('a session that a suspension ended', () => {
  test('opens the sign-in with the reason after any refused call, and clears the stored data', async () => {
    app.answers['user.identity.me'] = () => user;
    localStorage.setItem('sessionId', 'session-1');
    app.open('/');
    await screen.findByText('Grocery survey');
    app.answers['user.offers.list'] = suspended;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(SUSPENDED)).toBeTruthy();
    expect(app.path()).toBe('/login');
    expect(screen.getByText('U-7')).toBeTruthy();
    expect(screen.queryByLabelText('E-mail')).toBeNull();
    expect(listStoredKeys()).toEqual([]);
  });

  test.each(['/', '/login', '/profile'])(
    'shows the suspension when %s is opened, and Try Different Account ends the session',
    async (page) => {
      app.answers['user.identity.me'] = suspended;
      app.answers['user.offers.list'] = suspended;
      if (page === '/') localStorage.setItem('userId', '7');
      app.open(page);
      expect(await screen.findByText(SUSPENDED)).toBeTruthy();
      expect(app.path()).toBe('/login');
      fireEvent.click(screen.getByRole('button', { name: 'Try Different Account' }));
      expect(await screen.findByLabelText('E-mail')).toBeTruthy();
      // The browser sends the suspended session's cookie until the server deletes the cookie.
      await waitFor(() => expect(app.calls).toContain('user.identity.logout'));
      app.answers['user.offers.list'] = () => ({ offers: [offer] });
      await signIn();
      await waitFor(() => expect(app.path()).toBe('/'));
    },
  );
});

describe('a page restored from the back/forward cache', () => {
  const restoreFromCache = () =>
    act(async () => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });
  const checks = () => app.calls.filter((call) => call === 'user.identity.me').length;

  test('shows no data of the previous user after another user signed in in another tab', async () => {
    await app.openSignedIn();
    const other = { ...user, id: 8, firstName: 'Vikram', email: 'vikram@example.com' };
    app.answers['user.identity.me'] = () => other;
    app.answers['user.offers.list'] = () => ({ offers: [] });
    localStorage.setItem('userId', '8');
    await restoreFromCache();
    await screen.findByText('No offers available');
    expect(screen.queryByText(offer.title)).toBeNull();
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(other);
  });

  test('shows the sign-in after a sign-out in another tab', async () => {
    await app.openSignedIn();
    app.answers['user.identity.me'] = signedOut;
    localStorage.removeItem('userId');
    await restoreFromCache();
    await waitFor(() => expect(app.path()).toBe('/login'));
  });

  test('sends no request while the same person is signed in', async () => {
    await app.openSignedIn();
    const before = checks();
    await restoreFromCache();
    expect(checks()).toBe(before);
  });
});
