import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { noStats } from '../testing/completion-fixture.ts';
import { offer, renderApp, signedOut, signIn, user } from '../testing/render-app.tsx';
import { DataProvider, trpc } from './data.tsx';
import { startsQuery } from './route-queries.ts';
import { AuthProvider, useAuth } from './session/auth.tsx';
import { SiteProvider } from './site.tsx';

const app = renderApp();
const statistics = { stats: noStats, completions: [] };

describe('the router', () => {
  test('shows / as loading during the session check, then redirects signed-out people to /login', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    app.answers['user.identity.me'] = async (input) => {
      await answered;
      return signedOut(input);
    };
    app.open('/');
    expect(await screen.findByText('Loading your dashboard...')).toBeTruthy();
    expect(app.path()).toBe('/');
    answer();
    await waitFor(() => expect(app.path()).toBe('/login'));
  });

  test.each([
    ['/', 'user.offers.list'],
    ['/profile', 'user.insights.stats'],
    ['/fairness?offer=3', 'user.offers.list'],
  ])('fetches the data of %s once, parallel to the session check', async (address, query) => {
    let answer = () => {};
    const released = new Promise<void>((resolve) => {
      answer = resolve;
    });
    app.answers['user.identity.me'] = async () => {
      await released;
      return user;
    };
    app.answers['user.insights.stats'] = () => statistics;
    app.open(address);
    await waitFor(() => expect(app.calls).toContain(query));
    answer();
    expect(await screen.findByRole('link', { name: 'Skip to content' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('status', { name: /^Loading/ })).toBeNull());
    expect(app.calls.filter((call) => call === query)).toEqual([query]);
  });

  test('fetches data only once if its query started early and the screen renders after the session check', async () => {
    app.answers['user.identity.me'] = () => user;
    let arrive = () => {};
    const arriving = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const Offers = () => <p>{trpc.user.offers.list.useQuery().data?.offers[0]?.title}</p>;
    const Screen = lazy(() => arriving.then(() => ({ default: Offers })));
    startsQuery('offers')({ cause: 'enter' });
    render(
      <SiteProvider>
        <AuthProvider>
          <Suspense fallback="coming">
            <DataProvider userId={user.id}>
              <Screen />
            </DataProvider>
          </Suspense>
        </AuthProvider>
      </SiteProvider>,
    );
    await screen.findByText('coming');
    arrive();
    expect(await screen.findByText(offer.title)).toBeTruthy();
    expect(app.calls.filter((call) => call === 'user.offers.list')).toHaveLength(1);
  });

  test('loads the code of the offers, but no data, when a field of the sign-in gets the focus', async () => {
    app.open('/login');
    fireEvent.focus(await screen.findByLabelText('E-mail'));
    await vi.dynamicImportSettled();
    expect(app.calls).not.toContain('user.offers.list');
    await signIn();
    expect(await screen.findByText(offer.title)).toBeTruthy();
    expect(app.calls.filter((call) => call === 'user.offers.list')).toHaveLength(1);
  });

  test('loads the code of a screen, but no data, when its link is hovered', async () => {
    app.answers['user.insights.stats'] = () => statistics;
    await app.openSignedIn('/');
    const [link] = screen.getAllByRole('link', { name: 'Profile' });
    if (!link) throw new Error('no link to the profile');
    fireEvent.mouseEnter(link);
    await vi.dynamicImportSettled();
    expect(app.calls).not.toContain('user.insights.stats');
    fireEvent.click(link);
    await waitFor(() => expect(app.path()).toBe('/profile'));
    await screen.findByRole('tab', { name: /Overview/ });
    expect(app.calls.filter((call) => call === 'user.insights.stats')).toHaveLength(1);
  });

  test('never shows one person’s data to the next person who signs in', async () => {
    const other = { ...user, id: 8, email: 'second@example.com' };
    app.open('/');
    await signIn();
    expect(await screen.findByText('Grocery survey')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    app.answers['user.identity.login'] = () => ({ sessionId: 'session-2', user: other });
    app.answers['user.offers.list'] = () => ({ offers: [{ ...offer, title: 'For the other one' }] });
    await signIn('second@example.com');
    expect(await screen.findByText('For the other one')).toBeTruthy();
    expect(screen.queryByText('Grocery survey')).toBeNull();
  });

  test.each([
    ['/vouchers?tab=used', '/vouchers?tab=used'],
    ['/profile?tab=history&x=1', '/profile?tab=history&x=1'],
    ['/', '/'],
    ['/login', '/'],
  ])('opens %s, asks for a sign-in, and then shows %s', async (from, to) => {
    app.answers['user.insights.stats'] = () => statistics;
    app.open(from);
    await signIn();
    await waitFor(() => expect(app.address()).toBe(to));
    // After a sign-out, the next sign-in does not open the previous user's page.
    fireEvent.click((await screen.findAllByRole('button', { name: 'Sign out' }))[0] as HTMLElement);
    await signIn();
    await waitFor(() => expect(app.address()).toBe('/'));
  });

  test('redirects /login and unknown paths to / when signed in', async () => {
    app.answers['user.identity.me'] = () => user;
    app.open('/login');
    await waitFor(() => expect(app.path()).toBe('/'));
    cleanup();
    app.open('/no/such/place');
    await waitFor(() => expect(app.path()).toBe('/'));
    expect(await screen.findByText('Grocery survey')).toBeTruthy();
  });

  test('shows the static pages and their date without a sign-in', async () => {
    for (const page of ['/terms', '/privacy', '/legal']) {
      app.open(page);
      expect(await screen.findByText('Last updated July 19, 2025')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/');
      expect(app.path()).toBe(page);
      cleanup();
    }
  });
});

test('useAuth throws outside of its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Lost = () => <>{useAuth().session.status}</>;
  expect(() => act(() => void render(<Lost />))).toThrow('useAuth must be used within an AuthProvider');
});
