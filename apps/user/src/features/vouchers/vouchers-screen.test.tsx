import { istDay } from '@inaam/contracts/common/time';
import type { CompletionView } from '@inaam/contracts/insights/insights';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { aCompletion, noStats } from '../../testing/completion-fixture.ts';
import { Refusal, renderApp, user } from '../../testing/render-app.tsx';
import { UNDO_MS } from './parts/use-mark-used.ts';

const app = renderApp();

const stats = { ...noStats, total_completions: 4, spins_used: 4, total_vouchers_won: 4 };
const completion = (id: number, over: Partial<CompletionView>) =>
  aCompletion({
    completion_id: id,
    offer_id: id,
    title: `Offer ${id}`,
    completed_at: '2026-11-01T10:00:00.000Z',
    spinner_used: true,
    ...over,
  });
const makeWin = (id: number, amount: number, over: Partial<NonNullable<CompletionView['voucher']>> = {}) =>
  completion(id, {
    reward_type: `voucher_${amount}`,
    voucher: {
      voucher_id: id,
      type: 'zomato',
      brand: 'Zomato',
      amount,
      code: `CODE-${id}`,
      pin: null,
      status: 'assigned',
      expiry_date: '2099-03-31',
      description: null,
      terms: null,
      use_url: null,
      how_to_use: null,
      mark_url: null,
      ...over,
    },
  });

async function openWallet(...completions: CompletionView[]): Promise<void> {
  app.answers['user.identity.me'] = () => user;
  app.answers['user.insights.stats'] = () => ({ stats, completions });
  app.open('/vouchers');
  await screen.findByRole('heading', { name: 'Vouchers' });
}
test('puts a voucher that expires within two days first, then the voucher with the largest amount', async () => {
  const today = istDay(new Date());
  await openWallet(makeWin(1, 50), makeWin(2, 10, { expiry_date: today }), makeWin(3, 500));
  const names = (await screen.findAllByRole('article')).map((card) => card.getAttribute('aria-label'));
  expect(names).toEqual(['Zomato voucher, ₹10', 'Zomato voucher, ₹500', 'Zomato voucher, ₹50']);
});

test('shows the brand’s own instructions for a code, or else the usual ones for its type', async () => {
  await openWallet(
    makeWin(1, 50, { how_to_use: 'Show it at the counter.' }),
    makeWin(2, 10, { type: 'swiggy', brand: 'Swiggy' }),
    makeWin(3, 5, { type: 'other', brand: 'Corner shop' }),
  );
  const cards = await screen.findAllByRole('article');
  expect(cards.map((card) => card.textContent)).toEqual([
    expect.stringContaining('Show it at the counter.'),
    expect.stringContaining('In Swiggy, open Account, Swiggy Money'),
    expect.stringContaining('Open Corner shop, and enter the code'),
  ]);
});

test("links a code to its brand's page and shows the uploaded logo", async () => {
  await openWallet(
    makeWin(1, 50, { use_url: 'https://www.zomato.com/', mark_url: '/pictures/0f.webp' }),
    makeWin(2, 10, { brand: 'Corner shop', type: 'other' }),
  );
  const [first, second] = await screen.findAllByRole('article');
  fireEvent.click(within(first as HTMLElement).getByRole('button', { name: /Show code/ }));
  fireEvent.click(within(second as HTMLElement).getByRole('button', { name: /Show code/ }));
  const use = within(first as HTMLElement).getByRole('link', { name: 'Use at Zomato' });
  expect([use.getAttribute('href'), use.getAttribute('target')]).toEqual(['https://www.zomato.com/', '_blank']);
  expect((first as HTMLElement).querySelector('img')?.getAttribute('src')).toBe('/pictures/0f.webp');
  expect(within(second as HTMLElement).queryByRole('link', { name: /^Use at/ })).toBeNull();
  expect((second as HTMLElement).textContent).toContain('CS');
});

test('shows the PIN with the code, each with its own copy button', async () => {
  await openWallet(makeWin(1, 50, { code: '6001230012345678', pin: '482193' }), makeWin(2, 10));
  const [first, second] = await screen.findAllByRole('article');
  for (const card of [first, second])
    fireEvent.click(within(card as HTMLElement).getByRole('button', { name: /Show code/ }));
  expect(within(first as HTMLElement).getByText('482193')).toBeTruthy();
  const written: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text));
  fireEvent.click(within(first as HTMLElement).getByRole('button', { name: /^Copy code/ }));
  fireEvent.click(within(first as HTMLElement).getByRole('button', { name: /^Copy PIN/ }));
  expect(written).toEqual(['6001230012345678', '482193']);
  expect(within(second as HTMLElement).queryByText(/PIN/)).toBeNull();
});

const cards = () => screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'));

describe('the wallet', () => {
  test('shows usable vouchers, largest amount first, with their sum, and counts used and expired ones', async () => {
    await openWallet(
      makeWin(1, 5),
      makeWin(2, 100),
      makeWin(3, 50, { status: 'used' }),
      makeWin(4, 25, { expiry_date: '2020-01-01' }),
    );
    await screen.findByText('₹105 to use');
    expect(cards()).toEqual(['Zomato voucher, ₹100', 'Zomato voucher, ₹5']);
    for (const [name, count] of [
      ['Unused', 2],
      ['Used', 1],
      ['Expired', 1],
    ])
      expect(screen.getByRole('tab', { name: `${name} ${count}` })).toBeTruthy();
  });

  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  test.each([
    ['for a voucher that expires much later', inDays(90), 'assigned', 0],
    ['for a voucher that expires soon, with the days left', inDays(4), 'assigned', 1],
    ['for a used voucher', inDays(90), 'used', 0],
  ] as const)('shows the last valid day once: %s', async (_, expiry_date, status, counted) => {
    await openWallet(makeWin(1, 5, { expiry_date, status }));
    const tab = await screen.findByRole('tab', { name: status === 'used' ? /^Used/ : /^Unused/ });
    fireEvent.click(tab);
    const [card] = await screen.findAllByRole('article');
    expect(card?.textContent?.match(/Valid until/g)).toHaveLength(1);
    expect(card?.textContent?.match(/days left/g) ?? []).toHaveLength(counted);
  });

  test('shows a code after a tap', async () => {
    await openWallet(makeWin(1, 5));
    const [card] = await screen.findAllByRole('article');
    if (!card) throw new Error('no card');
    const shows = within(card).getByRole('button', { name: /Show code/ });
    expect(document.getElementById(shows.getAttribute('aria-controls') ?? '')?.hidden).toBe(true);
    fireEvent.click(shows);
    expect(document.getElementById(shows.getAttribute('aria-controls') ?? '')?.hidden).toBe(false);
    expect(within(card).getByText('CODE-1')).toBeTruthy();
  });

  test('shows a win whose code has not arrived as reserved', async () => {
    await openWallet(completion(1, { reward_type: 'voucher_500', owed: true }));
    expect(await screen.findByRole('article', { name: 'Reserved for you, ₹500' })).toBeTruthy();
  });

  test('links to the offers when empty', async () => {
    await openWallet();
    expect((await screen.findByRole('link', { name: 'See the offers' })).getAttribute('href')).toBe('/');
  });

  test('shows that the vouchers did not load, and can be retried', async () => {
    app.answers['user.identity.me'] = () => user;
    app.answers['user.insights.stats'] = () => {
      throw new Refusal('BLOCKED');
    };
    app.open('/vouchers');
    expect(await screen.findByText('Your vouchers could not be loaded')).toBeTruthy();
    app.answers['user.insights.stats'] = () => ({ stats, completions: [makeWin(1, 5)] });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('₹5 to use');
  });
});

describe('marking as used', () => {
  const countMarkCalls = () => app.calls.filter((name) => name === 'user.vouchers.markUsed').length;
  async function openOne(): Promise<void> {
    await openWallet(makeWin(1, 5));
    fireEvent.click(await screen.findByRole('button', { name: /Show code/ }));
  }

  test('can be undone before the server is called', async () => {
    await openOne();
    vi.useFakeTimers();
    try {
      fireEvent.click(screen.getByRole('button', { name: 'Mark as used' }));
      await act(() => vi.advanceTimersByTimeAsync(UNDO_MS - 1));
      fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
      await act(() => vi.advanceTimersByTimeAsync(2 * UNDO_MS));
    } finally {
      vi.useRealTimers();
    }
    expect(countMarkCalls()).toBe(0);
    expect(screen.getByRole('button', { name: 'Mark as used' })).toBeTruthy();
  });

  test('calls the server once after the undo time', async () => {
    let sentInput: unknown;
    app.answers['user.vouchers.markUsed'] = (input) => {
      sentInput = input;
      return { message: 'Voucher marked as used' };
    };
    await openOne();
    vi.useFakeTimers();
    try {
      fireEvent.click(screen.getByRole('button', { name: 'Mark as used' }));
      await act(() => vi.advanceTimersByTimeAsync(2 * UNDO_MS));
    } finally {
      vi.useRealTimers();
    }
    await waitFor(() => expect(countMarkCalls()).toBe(1));
    expect(sentInput).toEqual({ voucher_id: 1 });
  });

  test('calls the server at once when the page is left', async () => {
    app.answers['user.vouchers.markUsed'] = () => ({ message: 'Voucher marked as used' });
    await openOne();
    fireEvent.click(screen.getByRole('button', { name: 'Mark as used' }));
    window.dispatchEvent(new Event('pagehide'));
    await waitFor(() => expect(countMarkCalls()).toBe(1));
  });

  test('shows a refusal, and shows the voucher as unused again', async () => {
    app.answers['user.vouchers.markUsed'] = () => {
      throw new Refusal('INTERNAL');
    };
    await openOne();
    fireEvent.click(screen.getByRole('button', { name: 'Mark as used' }));
    window.dispatchEvent(new Event('pagehide'));
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to update voucher status');
    expect(screen.getByRole('button', { name: 'Mark as used' })).toBeTruthy();
  });
});
