import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answer, offer, Refusal, renderApp, signedOut, signIn, user } from '../../testing/render-app.tsx';

const app = renderApp();

const suspended: Answer = () => {
  throw new Refusal('SUSPENDED', null, 'U-7');
};
const SUSPENDED =
  'Your account has been suspended due to suspicious activity. Please contact our support team for assistance.';

describe('signing in', () => {
  test('keeps the session under the documented keys and leads to the offers', async () => {
    app.open('/login');
    await signIn();
    await waitFor(() => expect(app.path()).toBe('/'));
    expect(localStorage.getItem('sessionId')).toBe('session-1');
    expect(localStorage.getItem('userId')).toBe('7');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
  });

  test('an answer about the session that comes after a sign-in does not undo it', async () => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    app.answers['user.identity.me'] = async (input) => {
      await asked;
      return signedOut(input);
    };
    app.open('/login');
    await signIn();
    await waitFor(() => expect(app.path()).toBe('/'));
    await screen.findByText('Grocery survey');
    answer();
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(localStorage.getItem('sessionId')).toBe('session-1');
    expect(app.path()).toBe('/');
  });

  test("a refusal stands under 'Login failed', and what was typed stays", async () => {
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
    expect(localStorage.length).toBe(0);
  });

  test('a suspended account gets its panel, and Try Different Account an empty form', async () => {
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
  const signedIn = async () => {
    app.answers['user.identity.me'] = () => user;
    localStorage.setItem('sessionId', 'session-1');
    app.open('/');
    await screen.findByText('Grocery survey');
  };

  test('signing out removes the stored data before the server is told', async () => {
    await signedIn();
    let kept: number | undefined;
    app.answers['user.identity.logout'] = () => {
      kept = localStorage.length;
      return {};
    };
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(app.path()).toBe('/login'));
    await waitFor(() => expect(kept).toBe(0));
  });

  test('a 401 from any call clears the stored data and leads to /login', async () => {
    await signedIn();
    app.answers['user.offers.list'] = signedOut;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(localStorage.length).toBe(0);
  });
});

describe('a session that a suspension ended', () => {
  test('leads from any call to the sign-in, which says why at once; nothing is kept', async () => {
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
    expect(localStorage.length).toBe(0);
  });

  test.each(['/', '/login', '/profile'])(
    'says so when %s is opened, and Try Different Account ends it',
    async (page) => {
      app.answers['user.identity.me'] = suspended;
      app.answers['user.offers.list'] = suspended;
      if (page === '/') localStorage.setItem('userId', '7');
      app.open(page);
      expect(await screen.findByText(SUSPENDED)).toBeTruthy();
      expect(app.path()).toBe('/login');
      fireEvent.click(screen.getByRole('button', { name: 'Try Different Account' }));
      expect(await screen.findByLabelText('E-mail')).toBeTruthy();
      // The browser sends that session's cookie until it is told to drop it.
      await waitFor(() => expect(app.calls).toContain('user.identity.logout'));
      app.answers['user.offers.list'] = () => ({ offers: [offer] });
      await signIn();
      await waitFor(() => expect(app.path()).toBe('/'));
    },
  );
});
