import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { offer, Refusal, renderApp, signIn, user } from '../../testing/render-app.tsx';

const app = renderApp();

describe('the offers', () => {
  const countListCalls = () => app.calls.filter((name) => name === 'user.offers.list').length;
  test.each([
    ['the tab comes back', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the window comes back', () => window.dispatchEvent(new Event('focus'))],
    ['the browser restores the page from its back/forward cache', () => window.dispatchEvent(new Event('pageshow'))],
  ])('reload when %s', async (_, comeBack) => {
    await app.openSignedIn();
    await app.waitUntilSettled();
    const before = countListCalls();
    app.answers['user.offers.list'] = () => ({ offers: [{ ...offer, title: 'Fresh survey' }] });
    act(() => void comeBack());
    expect(await screen.findByText('Fresh survey')).toBeTruthy();
    expect(countListCalls()).toBe(before + 1);
  });

  test('show the last seen offers without codes while loading, and are cleared with the session', async () => {
    app.answers['user.offers.list'] = () => ({
      offers: [{ ...offer, completed: true, spinner_used: true, reward_type: 'voucher_10', voucher_code: 'AMZ-1' }],
    });
    await app.openSignedIn();
    await screen.findByText('AMZ-1');
    expect(localStorage.getItem('lastOffers')).toContain('Grocery survey');
    expect(localStorage.getItem('lastOffers')).not.toContain('AMZ-1');
    cleanup();

    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    app.answers['user.offers.list'] = async () => {
      await waiting;
      return { offers: [{ ...offer, title: 'Fresh survey' }] };
    };
    await app.openSignedIn();
    // This note appears and disappears without moving any content.
    expect(screen.getByText(/^Updating… These are your offers as of/).className).toBe('sr-only');
    expect(screen.getAllByRole('list')[0]?.getAttribute('aria-busy')).toBe('true');
    answer();
    expect(await screen.findByText('Fresh survey')).toBeTruthy();
    expect(screen.queryByText(/These are your offers as of/)).toBeNull();

    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(localStorage.getItem('lastOffers')).toBeNull();
  });

  test('stay hidden after a sign-in until the session check shows which messages appear above them', async () => {
    app.open('/login');
    await screen.findByLabelText('E-mail');
    await app.waitUntilSettled();
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    app.answers['user.identity.me'] = async () => {
      await waiting;
      return { ...user, mustVerify: true };
    };
    await signIn();
    await screen.findByRole('heading', { level: 1, name: 'Offers' });
    // The bell loads after the list.
    await waitFor(() => expect(app.calls).toContain('user.messages.bell'));
    expect(screen.queryByText(offer.title)).toBeNull();
    answer();
    expect(await screen.findByText(offer.title)).toBeTruthy();
  });

  test('reload until a won voucher that was out of stock arrives, and show it', async () => {
    const owed = { ...offer, completed: true, spinner_used: true, reward_type: 'voucher_10', owed: true };
    app.answers['user.offers.list'] = () => ({ offers: [owed] });
    app.answers['user.identity.me'] = () => user;
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      app.open('/');
      await screen.findByText(/It's reserved for you/);
      app.answers['user.offers.list'] = () => ({ offers: [{ ...owed, owed: false, voucher_code: 'AMZ-2' }] });
      await act(() => vi.advanceTimersByTimeAsync(21_000));
      expect(await screen.findByText('AMZ-2')).toBeTruthy();
      expect(await screen.findByRole('region', { name: 'Your voucher has arrived' })).toBeTruthy();
      const before = countListCalls();
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      expect(countListCalls()).toBe(before);
    } finally {
      vi.useRealTimers();
    }
  });

  test('stay in place when a spin becomes ready; a bar opens its wheel, behind which nothing changes', async () => {
    const started = { ...offer, started_at: '2026-11-21T05:20:00.000Z' };
    app.answers['user.offers.list'] = () => ({ offers: [{ ...offer, offer_id: 4, title: 'Another' }, started] });
    app.answers['user.identity.me'] = () => user;
    app.open('/');
    const strip = await screen.findByRole('list', { name: 'Waiting for you' });
    const ready = { ...started, completed: true };
    await app.waitUntilSettled();
    app.answers['user.offers.list'] = () => ({ offers: [{ ...offer, offer_id: 4, title: 'Another' }, ready] });
    act(() => void window.dispatchEvent(new Event('focus')));
    const bar = within(await screen.findByRole('region', { name: 'Your spin is ready' }));
    expect(within(strip).getByRole('article', { name: offer.title }).textContent).toContain('Ready to Spin');
    fireEvent.click(bar.getByRole('button', { name: 'Spin Wheel' }));
    await screen.findByRole('dialog');

    // Nothing changes behind the open wheel.
    await app.waitUntilSettled();
    app.answers['user.offers.list'] = () => ({ offers: [{ ...offer, offer_id: 4, title: 'Renamed' }, ready] });
    const before = countListCalls();
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(countListCalls()).toBeGreaterThan(before));
    expect(screen.queryByText('Renamed')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Renamed')).toBeTruthy();
  });

  test('are the last seen offers while the device is offline, and reload when the connection returns', async () => {
    await app.openSignedIn();
    cleanup();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    app.open('/');
    expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeTruthy();
    expect(screen.getByText('Grocery survey')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Start Offer' })).toBeNull();
    vi.stubGlobal('fetch', app.serve);
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('button', { name: 'Start Offer' })).toBeTruthy();
  });
});

describe('starting an offer', () => {
  const openOffers = async () => {
    app.answers['user.identity.me'] = () => user;
    app.open('/');
    return screen.findByRole('button', { name: 'Start Offer' });
  };
  const fakeTab = () => ({
    document: { title: '', body: { textContent: '' } },
    opener: window as unknown,
    closed: false,
    location: { replace: vi.fn() },
    close: vi.fn(),
  });

  test('opens a tab without an opener during the press, navigates it, and reloads the list 2000 ms later', async () => {
    const tab = fakeTab();
    const windowOpen = vi.spyOn(window, 'open').mockReturnValue(tab as never);
    app.answers['user.clicks.create'] = (input) => ({
      redirectUrl: `https://partner.example/${String(input.offerId)}`,
    });
    const button = await openOffers();
    // Fake timers, because on a busy machine the real clock advances between two lines.
    vi.useFakeTimers();
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const countListCalls = () => app.calls.filter((name) => name === 'user.offers.list').length;
    try {
      fireEvent.click(button);
      expect(windowOpen).toHaveBeenCalledTimes(1);
      expect(tab.opener).toBeNull();
      for (let ms = 0; ms < 50 && tab.location.replace.mock.calls.length === 0; ms++) await pass(1);
      expect(tab.location.replace).toHaveBeenCalledWith('https://partner.example/3');
      const before = countListCalls();
      await pass(1900);
      expect(countListCalls()).toBe(before);
      await pass(200);
      expect(countListCalls()).toBe(before + 1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('closes the tab after a refusal, and shows the refusal on the card', async () => {
    const tab = fakeTab();
    vi.spyOn(window, 'open').mockReturnValue(tab as never);
    app.answers['user.clicks.create'] = () => {
      throw new Refusal('OFFER_NOT_FOUND');
    };
    fireEvent.click(await openOffers());
    expect((await screen.findByRole('alert')).textContent).toContain('Offer not found');
    expect(tab.close).toHaveBeenCalled();
  });

  test('shows that starting offers is paused, but not as an error', async () => {
    const tab = fakeTab();
    vi.spyOn(window, 'open').mockReturnValue(tab as never);
    app.answers['user.clicks.create'] = () => {
      throw new Refusal('STARTS_PAUSED');
    };
    fireEvent.click(await openOffers());
    const text = await screen.findByText('Offers are paused for a short while.');
    // A status, not an alert: nothing went wrong.
    expect(text.closest('[role]')?.getAttribute('role')).toBe('status');
    expect(tab.close).toHaveBeenCalled();
  });

  test('shows a link to the offer when the browser blocks the tab', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    app.answers['user.clicks.create'] = () => ({ redirectUrl: 'https://partner.example/3' });
    fireEvent.click(await openOffers());
    const link = await screen.findByRole('link', { name: 'Open the offer' });
    expect(link.getAttribute('href')).toBe('https://partner.example/3');
    expect(link.getAttribute('rel')).toContain('noopener');
  });
});
