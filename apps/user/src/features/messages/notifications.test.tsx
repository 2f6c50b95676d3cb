import type { Bell } from '@inaam/contracts/messages/messages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { offer, Refusal, renderApp, user } from '../../testing/render-app.tsx';

const app = renderApp();
const aMessage = (id: number, message: Partial<Bell['notifications'][number]> = {}) => ({
  notification_id: id,
  kind: 'spin_ready' as const,
  title: 'Your spin is ready',
  text: '“Survey” is completed.',
  path: '/?spin=3',
  at: '2026-07-01T10:00:00.000Z',
  read: false,
  ...message,
});
const choices = {
  mail: true,
  choices: [
    { kind: 'spin_ready', words: 'A spin is ready', channels: { mail: 'on', push: 'on', app: 'on' } },
    {
      kind: 'owed_win_filled',
      words: 'A voucher you won has arrived',
      channels: { mail: 'always', push: 'off', app: 'always' },
    },
    { kind: 'passkey_added', words: 'A passkey was added', channels: { mail: 'always', push: 'none', app: 'always' } },
  ],
};
beforeEach(() => {
  app.answers['user.identity.me'] = () => user;
});

describe('the bell', () => {
  test('counts new messages, and shows no count after they were seen', async () => {
    const readCalls: unknown[] = [];
    app.answers['user.messages.bell'] = () => ({ unread: 2, notifications: [aMessage(9), aMessage(8)] });
    app.answers['user.messages.read'] = (input) => readCalls.push(input);
    app.open('/profile');
    fireEvent.click(await screen.findByRole('link', { name: 'Notifications, 2 new' }));
    expect(await screen.findAllByText('Your spin is ready')).toHaveLength(2);
    await screen.findByRole('link', { name: 'Notifications' });
    expect(readCalls).toEqual([{ up_to: 9 }]);
    // New messages stay marked while they are shown.
    expect(screen.getAllByText('New:')).toHaveLength(2);
  });

  test('shows a message in an open list within 15 seconds and marks it as read', async () => {
    const readCalls: unknown[] = [];
    app.answers['user.messages.read'] = (input) => readCalls.push(input);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      app.open('/notifications');
      await screen.findByText('Nothing new yet');
      app.answers['user.messages.bell'] = () => ({ unread: 1, notifications: [aMessage(9)] });
      await act(() => vi.advanceTimersByTimeAsync(15_000));
      expect(await screen.findByText('Your spin is ready')).toBeTruthy();
      await waitFor(() => expect(readCalls).toEqual([{ up_to: 9 }]));
    } finally {
      vi.useRealTimers();
    }
  });

  test('opens the subject of a message within the app', async () => {
    const message = aMessage(4, { title: 'Your voucher is here', path: '/vouchers?tab=used', read: true });
    app.answers['user.messages.bell'] = () => ({ unread: 0, notifications: [message] });
    app.answers['user.insights.stats'] = () => ({ stats: {}, completions: [] });
    app.open('/notifications');
    fireEvent.click(await screen.findByRole('link', { name: /Your voucher is here/ }));
    await waitFor(() => expect(app.address()).toBe('/vouchers?tab=used'));
  });

  test.each([
    ['an empty list', () => ({ unread: 0, notifications: [] }), 'Nothing new yet'],
    [
      'a failure',
      () => {
        throw new Refusal('UNAVAILABLE');
      },
      'Your notifications could not be loaded',
    ],
  ])('shows a heading for %s', async (_, answer, heading) => {
    app.answers['user.messages.bell'] = answer;
    app.open('/notifications');
    expect(await screen.findByRole('heading', { name: heading }, { timeout: 4000 })).toBeTruthy();
  });
});

describe('notification settings', () => {
  test('are chosen by kind and channel, except those that are always sent', async () => {
    const chosen: unknown[] = [];
    app.answers['user.messages.choices'] = () => choices;
    app.answers['user.messages.choose'] = (input) => chosen.push(input);
    app.open('/notifications?tab=choices');
    const box = (name: string) => screen.findByRole('checkbox', { name }) as Promise<HTMLInputElement>;
    fireEvent.click(await box('A spin is ready by E-mail'));
    expect((await box('A spin is ready by E-mail')).checked).toBe(false);
    fireEvent.click(await box('A voucher you won has arrived by Push'));
    await waitFor(() =>
      expect(chosen).toEqual([
        { kind: 'spin_ready', channel: 'mail', is_enabled: false },
        { kind: 'owed_win_filled', channel: 'push', is_enabled: true },
      ]),
    );
    const row = screen.getByRole('row', { name: /A passkey was added: always by E-mail/ });
    expect(within(row).queryAllByRole('checkbox')).toEqual([]);
    expect(within(row).getByText('Not available')).toBeTruthy();
  });

  test('show a failed load like any other screen, with a retry', async () => {
    app.answers['user.messages.choices'] = () => {
      throw new Refusal('UNAVAILABLE');
    };
    app.open('/notifications?tab=choices');
    const heading = { name: 'Your notification settings could not be loaded' };
    expect(await screen.findByRole('heading', heading, { timeout: 4000 })).toBeTruthy();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    app.answers['user.messages.choices'] = () => choices;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('table')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('revert a choice that was not saved, and show the failure', async () => {
    app.answers['user.messages.choices'] = () => choices;
    app.answers['user.messages.choose'] = () => {
      throw new Refusal('UNAVAILABLE');
    };
    app.open('/notifications?tab=choices');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'A spin is ready by Bell' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByRole('checkbox', { name: 'A spin is ready by Bell' })).toMatchObject({ checked: true }),
    );
  });
});

describe('the question about push', () => {
  /** A browser with Web Push and a scripted answer to its prompt. */
  function givePush(permission: NotificationPermission) {
    const subscription = {
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    };
    const manager = {
      getSubscription: () => Promise.resolve(null),
      subscribe: vi.fn().mockResolvedValue(subscription),
    };
    const ask = vi.fn().mockResolvedValue(permission);
    vi.stubGlobal('PushManager', function PushManager() {});
    vi.stubGlobal('Notification', { permission: 'default', requestPermission: ask });
    const workers = {
      getRegistration: () => Promise.resolve({ pushManager: manager }),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    };
    Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
    return { ask, manager };
  }
  const press = { name: 'Notify me when my spin is ready' };
  const started = { ...offer, started_at: new Date().toISOString() };
  beforeEach(() => {
    let subscribed = false;
    app.answers['user.messages.push'] = () => ({ public_key: 'AAAA', subscribed });
    app.answers['user.messages.subscribe'] = () => {
      subscribed = true;
      return {};
    };
    app.answers['user.cases.list'] = () => ({ cases: [] });
  });

  test('is not asked at the first visit', async () => {
    const { ask } = givePush('granted');
    await app.openSignedIn();
    await waitFor(() => expect(app.calls).toContain('user.messages.bell'));
    expect(screen.queryByRole('button', press)).toBeNull();
    expect(ask).not.toHaveBeenCalled();
  });

  test('is asked after the first start of an offer, and opens the browser’s prompt only on a press', async () => {
    const { ask } = givePush('granted');
    app.answers['user.offers.list'] = () => ({ offers: [started] });
    app.open('/');
    const button = await screen.findByRole('button', press);
    expect(ask).not.toHaveBeenCalled();
    fireEvent.click(button);
    await waitFor(() => expect(app.calls).toContain('user.messages.subscribe'));
    await waitFor(() => expect(screen.queryByText('Waiting for the partner to confirm')).toBeNull());
  });

  test('is not asked again after the person declines, and the browser is not subscribed', async () => {
    const { manager } = givePush('denied');
    app.answers['user.offers.list'] = () => ({ offers: [started] });
    app.open('/');
    const button = await screen.findByRole('button', press);
    vi.stubGlobal('Notification', { permission: 'denied', requestPermission: () => Promise.resolve('denied') });
    fireEvent.click(button);
    await waitFor(() => expect(screen.queryByText('Waiting for the partner to confirm')).toBeNull());
    expect(manager.subscribe).not.toHaveBeenCalled();
    expect(app.calls).not.toContain('user.messages.subscribe');
  });
});
