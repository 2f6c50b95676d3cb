import type { ErrorCode } from '@inaam/contracts/errors';
import { errorTable } from '@inaam/contracts/errors';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anOffer } from '../features/offers/offer.fixture.ts';
import { App } from './app.tsx';
import { useAuth } from './auth.tsx';
import { type AppRouting, createAppRouter } from './router.tsx';

/** The whole app over a server that speaks tRPC's batches; each test says what it answers. */
class Refusal extends Error {
  readonly code: ErrorCode;
  readonly field: string | null;
  readonly reference: string | null;
  constructor(code: ErrorCode, field: string | null = null, reference: string | null = null) {
    super(errorTable[code].text);
    this.code = code;
    this.field = field;
    this.reference = reference;
  }
}
type Answer = (input: Record<string, unknown>) => unknown;

const user = { id: 7, firstName: 'Ananya', lastName: 'Rao', email: 'ananya@example.com' };
const offer = anOffer({ offer_id: 3, spinner_config: '' });
const signedOut: Answer = () => {
  throw new Refusal('NOT_SIGNED_IN');
};

const suspended: Answer = () => {
  throw new Refusal('SUSPENDED', null, 'U-7');
};
const SUSPENDED =
  'Your account has been suspended due to suspicious activity. Please contact our support team for assistance.';

let answers: Record<string, Answer>;
let calls: string[];

async function serve(url: string, init?: { body?: string }): Promise<Response> {
  const { pathname, searchParams } = new URL(url, location.origin);
  const inputs = JSON.parse(init?.body ?? searchParams.get('input') ?? '{}') as Record<number, Record<string, unknown>>;
  const names = pathname.replace('/trpc/', '').split(',');
  const results = await Promise.all(
    names.map(async (name, index) => {
      calls.push(name);
      try {
        return { result: { data: await answers[name]?.(inputs[index] ?? {}) } };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { code, field, reference } = error;
        const data = { domainCode: code, httpStatus: errorTable[code].http, field, reference };
        return { error: { message: error.message, code: -32000, data } };
      }
    }),
  );
  return new Response(JSON.stringify(results), { headers: { 'content-type': 'application/json' } });
}

// Screens are fetched in parts; on a busy machine a part takes its time.
configure({ asyncUtilTimeout: 15_000 });

beforeEach(() => {
  calls = [];
  answers = {
    'user.site': () => ({
      brandName: 'Inaam',
      supportEmail: 'help@example.com',
      networkName: 'Sandbox Network',
      provider: { kind: 'none' },
    }),
    'user.identity.me': signedOut,
    'user.identity.login': () => ({ sessionId: 'session-1', user }),
    'user.identity.logout': () => ({}),
    'user.offers.list': () => ({ offers: [offer] }),
    'user.vouchers.notices': () => ({ notices: [] }),
  };
  vi.stubGlobal('fetch', serve);
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

let router: AppRouting;
function open(path: string) {
  router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(<App router={router} />);
}
const path = () => router.state.location.pathname;

async function signIn(email = 'ananya@example.com') {
  fireEvent.change(await screen.findByLabelText('E-mail'), { target: { value: email } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'open sesame' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('addresses', () => {
  test('signed out, / says what it loads and leads to /login', async () => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    answers['user.identity.me'] = async (input) => {
      await asked;
      return signedOut(input);
    };
    open('/');
    expect(await screen.findByText('Loading your dashboard...')).toBeTruthy();
    expect(path()).toBe('/');
    answer();
    await waitFor(() => expect(path()).toBe('/login'));
  });

  test('signed in, /login leads to /, and so does every unknown path', async () => {
    answers['user.identity.me'] = () => user;
    open('/login');
    await waitFor(() => expect(path()).toBe('/'));
    cleanup();
    open('/no/such/place');
    await waitFor(() => expect(path()).toBe('/'));
    expect(await screen.findByText('Grocery survey')).toBeTruthy();
  });

  test('the static pages are open to everyone and carry their date', async () => {
    for (const page of ['/terms', '/privacy', '/legal']) {
      open(page);
      expect(await screen.findByText('Last updated July 19, 2025')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/');
      expect(path()).toBe(page);
      cleanup();
    }
  });
});

describe('signing in', () => {
  test('keeps the session under the documented keys and leads to the offers', async () => {
    open('/login');
    await signIn();
    await waitFor(() => expect(path()).toBe('/'));
    expect(localStorage.getItem('sessionId')).toBe('session-1');
    expect(localStorage.getItem('userId')).toBe('7');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
  });

  test('an answer about the session that comes after a sign-in does not undo it', async () => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    answers['user.identity.me'] = async (input) => {
      await asked;
      return signedOut(input);
    };
    open('/login');
    await signIn();
    await waitFor(() => expect(path()).toBe('/'));
    await screen.findByText('Grocery survey');
    answer();
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(localStorage.getItem('sessionId')).toBe('session-1');
    expect(path()).toBe('/');
  });

  test("a refusal stands under 'Login failed', and what was typed stays", async () => {
    answers['user.identity.login'] = () => {
      throw new Refusal('WRONG_EMAIL_OR_PASSWORD');
    };
    open('/login');
    await signIn();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Login failed');
    expect(alert.textContent).toContain('Invalid email or password');
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ananya@example.com');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('open sesame');
    expect(localStorage.length).toBe(0);
  });

  test('a suspended account gets its panel, and Try Different Account an empty form', async () => {
    answers['user.identity.login'] = suspended;
    open('/login');
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
    answers['user.identity.me'] = () => user;
    localStorage.setItem('sessionId', 'session-1');
    open('/');
    await screen.findByText('Grocery survey');
  };

  test('signing out removes the stored data before the server is told', async () => {
    await signedIn();
    let kept: number | undefined;
    answers['user.identity.logout'] = () => {
      kept = localStorage.length;
      return {};
    };
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(path()).toBe('/login'));
    await waitFor(() => expect(kept).toBe(0));
  });

  test('a 401 from any call clears the stored data and leads to /login', async () => {
    await signedIn();
    answers['user.offers.list'] = signedOut;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(path()).toBe('/login'));
    expect(localStorage.length).toBe(0);
  });
});

describe('a session that a suspension ended', () => {
  test('leads from any call to the sign-in, which says why at once; nothing is kept', async () => {
    answers['user.identity.me'] = () => user;
    localStorage.setItem('sessionId', 'session-1');
    open('/');
    await screen.findByText('Grocery survey');
    answers['user.offers.list'] = suspended;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(SUSPENDED)).toBeTruthy();
    expect(path()).toBe('/login');
    expect(screen.getByText('U-7')).toBeTruthy();
    expect(screen.queryByLabelText('E-mail')).toBeNull();
    expect(localStorage.length).toBe(0);
  });

  test.each(['/', '/login', '/profile'])(
    'says so when %s is opened, and Try Different Account ends it',
    async (page) => {
      answers['user.identity.me'] = suspended;
      answers['user.offers.list'] = suspended;
      if (page === '/') localStorage.setItem('userId', '7');
      open(page);
      expect(await screen.findByText(SUSPENDED)).toBeTruthy();
      expect(path()).toBe('/login');
      fireEvent.click(screen.getByRole('button', { name: 'Try Different Account' }));
      expect(await screen.findByLabelText('E-mail')).toBeTruthy();
      // The browser sends that session's cookie until it is told to drop it.
      await waitFor(() => expect(calls).toContain('user.identity.logout'));
      answers['user.offers.list'] = () => ({ offers: [offer] });
      await signIn();
      await waitFor(() => expect(path()).toBe('/'));
    },
  );
});

describe('the offers', () => {
  const asked = () => calls.filter((name) => name === 'user.offers.list').length;
  const openOffers = async () => {
    answers['user.identity.me'] = () => user;
    open('/');
    await screen.findByText('Grocery survey');
  };

  test.each([
    ['the tab comes back', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the window comes back', () => window.dispatchEvent(new Event('focus'))],
    ['the browser brings a kept page back', () => window.dispatchEvent(new Event('pageshow'))],
  ])('are asked for again when %s', async (_, comeBack) => {
    await openOffers();
    const before = asked();
    answers['user.offers.list'] = () => ({ offers: [{ ...offer, title: 'Fresh survey' }] });
    act(() => void comeBack());
    expect(await screen.findByText('Fresh survey')).toBeTruthy();
    expect(asked()).toBe(before + 1);
  });

  test('as last seen are shown, without their codes, while fresh ones load; and go with the session', async () => {
    answers['user.offers.list'] = () => ({
      offers: [{ ...offer, completed: true, spinner_used: true, reward_type: 'voucher_10', voucher_code: 'AMZ-1' }],
    });
    await openOffers();
    await screen.findByText('AMZ-1');
    expect(localStorage.getItem('lastOffers')).toContain('Grocery survey');
    expect(localStorage.getItem('lastOffers')).not.toContain('AMZ-1');
    cleanup();

    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    answers['user.offers.list'] = async () => {
      await waiting;
      return { offers: [{ ...offer, title: 'Fresh survey' }] };
    };
    await openOffers();
    expect(screen.getByText(/^Updating… These are your offers as of/)).toBeTruthy();
    expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('true');
    answer();
    expect(await screen.findByText('Fresh survey')).toBeTruthy();
    expect(screen.queryByText(/These are your offers as of/)).toBeNull();

    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(path()).toBe('/login'));
    expect(localStorage.getItem('lastOffers')).toBeNull();
  });

  test('a voucher that is owed appears by itself', async () => {
    const owed = { ...offer, completed: true, spinner_used: true, reward_type: 'voucher_10', owed: true };
    answers['user.offers.list'] = () => ({ offers: [owed] });
    answers['user.identity.me'] = () => user;
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      open('/');
      await screen.findByText(/your voucher is on its way/);
      answers['user.offers.list'] = () => ({ offers: [{ ...owed, owed: false, voucher_code: 'AMZ-2' }] });
      await act(() => vi.advanceTimersByTimeAsync(21_000));
      expect(await screen.findByText('AMZ-2')).toBeTruthy();
      const before = asked();
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      expect(asked()).toBe(before);
    } finally {
      vi.useRealTimers();
    }
  });

  test('without a connection: says so, shows what was last seen, and goes on by itself', async () => {
    await openOffers();
    cleanup();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    open('/');
    expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeTruthy();
    expect(screen.getByText('Grocery survey')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Start Offer' })).toBeNull();
    vi.stubGlobal('fetch', serve);
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('button', { name: 'Start Offer' })).toBeTruthy();
  });
});

describe('news about vouchers', () => {
  const notice = {
    voucher_id: 31,
    notice: 'replaced',
    title: 'Grocery survey',
    voucher_amount: 10,
    voucher_brand: 'Amazon',
    voucher_code: 'AMZ-NEW-1',
    expiry_date: '2027-03-31',
  };
  const openOffers = async () => {
    answers['user.identity.me'] = () => user;
    open('/');
    await screen.findByText('Grocery survey');
  };

  test('stand above the offers until they are dismissed', async () => {
    let notices = [notice, { ...notice, voucher_id: 32, notice: 'resent', voucher_code: 'AMZ-OLD-2' }];
    let dismissed: unknown;
    answers['user.vouchers.notices'] = () => ({ notices });
    answers['user.vouchers.dismissNotice'] = (input) => {
      dismissed = input;
      notices = notices.filter(({ voucher_id }) => voucher_id !== input.voucher_id);
      return {};
    };
    await openOffers();
    const news = await screen.findByRole('list', { name: 'News about your vouchers' });
    expect(news.textContent).toContain('Amazon · ₹10');
    expect(news.textContent).toContain('AMZ-NEW-1');
    expect(news.textContent).toContain('31 Mar 2027');
    expect(screen.getByRole('heading', { name: 'Your voucher code, once more' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss “Your new voucher code”' }));
    await waitFor(() => expect(screen.queryByText('AMZ-NEW-1')).toBeNull());
    expect(screen.getByText('AMZ-OLD-2')).toBeTruthy();
    expect(dismissed).toEqual({ voucher_id: 31 });
  });

  test('that could not be dismissed stay, and say so', async () => {
    answers['user.vouchers.notices'] = () => ({ notices: [notice] });
    answers['user.vouchers.dismissNotice'] = () => {
      throw new Refusal('INTERNAL');
    };
    await openOffers();
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss “Your new voucher code”' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This could not be dismissed. Please try again.');
    expect(screen.getByText('AMZ-NEW-1')).toBeTruthy();
  });

  test('that cannot be had leave the offers as they are', async () => {
    answers['user.vouchers.notices'] = () => {
      throw new Refusal('INTERNAL');
    };
    await openOffers();
    await waitFor(() => expect(calls.filter((name) => name === 'user.vouchers.notices')).toHaveLength(1));
    expect(screen.queryByRole('list', { name: 'News about your vouchers' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('starting an offer', () => {
  const openOffers = async () => {
    answers['user.identity.me'] = () => user;
    open('/');
    return screen.findByRole('button', { name: 'Start Offer' });
  };
  const fakeTab = () => ({
    document: { title: '', body: { textContent: '' } },
    opener: window as unknown,
    closed: false,
    location: { replace: vi.fn() },
    close: vi.fn(),
  });

  test('opens the tab within the press, cuts it off, sends it on, and reloads the list 2000 ms later', async () => {
    const tab = fakeTab();
    const windowOpen = vi.spyOn(window, 'open').mockReturnValue(tab as never);
    answers['user.clicks.create'] = (input) => ({ redirectUrl: `https://partner.example/${String(input.offerId)}` });
    const button = await openOffers();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      fireEvent.click(button);
      expect(windowOpen).toHaveBeenCalledTimes(1);
      expect(tab.opener).toBeNull();
      await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('https://partner.example/3'));
      const before = calls.filter((name) => name === 'user.offers.list').length;
      await act(() => vi.advanceTimersByTimeAsync(1500));
      expect(calls.filter((name) => name === 'user.offers.list')).toHaveLength(before);
      await act(() => vi.advanceTimersByTimeAsync(600));
      expect(calls.filter((name) => name === 'user.offers.list')).toHaveLength(before + 1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a refusal closes the tab again and stands on the card', async () => {
    const tab = fakeTab();
    vi.spyOn(window, 'open').mockReturnValue(tab as never);
    answers['user.clicks.create'] = () => {
      throw new Refusal('OFFER_NOT_FOUND');
    };
    fireEvent.click(await openOffers());
    expect((await screen.findByRole('alert')).textContent).toContain('Offer not found');
    expect(tab.close).toHaveBeenCalled();
  });

  test('where the browser holds the tab back, a link leads to the offer', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    answers['user.clicks.create'] = () => ({ redirectUrl: 'https://partner.example/3' });
    fireEvent.click(await openOffers());
    const link = await screen.findByRole('link', { name: 'Open the offer' });
    expect(link.getAttribute('href')).toBe('https://partner.example/3');
    expect(link.getAttribute('rel')).toContain('noopener');
  });
});

describe('the wheel', () => {
  const completed = { ...offer, completed: true, spin_commitment: 'c0ffee' };
  const won = {
    success: true,
    rewardType: 'voucher_10',
    message: 'Congratulations! You won a ₹10 voucher',
    landingAngle: 40,
    voucher: { amount: 10, type: 'amazon', brand: 'Amazon', code: 'AMZ-10-XYZ', expiry_date: '2027-03-31' },
    proof: { serverSeed: '', clientSeed: '', completionId: 1, commitment: 'c0ffee', roll: 111 },
  };
  const openWheel = async () => {
    answers['user.identity.me'] = () => user;
    answers['user.offers.list'] = () => ({ offers: [completed] });
    // Reduced motion: the result comes without rotation and without a wait.
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    open('/');
    fireEvent.click(await screen.findByRole('button', { name: 'Spin Wheel' }));
    return screen.findByRole('dialog');
  };

  test('lists prizes and odds, sends a seed of its own, and hands out the voucher', async () => {
    let seed: unknown;
    answers['user.spins.spin'] = (input) => {
      seed = input.clientSeed;
      return won;
    };
    const dialog = await openWheel();
    expect(screen.getByLabelText('Prizes and odds').textContent).toBe('₹510%₹105%Try Again85%');
    expect(dialog.textContent).toContain('c0ffee');
    fireEvent.click(screen.getByRole('button', { name: 'Spin Now' }));
    expect(await screen.findByText('AMZ-10-XYZ')).toBeTruthy();
    expect(seed).toMatch(/^[0-9a-f]{32}$/);
    expect(dialog.textContent).toContain('Amazon');
    expect(dialog.textContent).toContain('₹10');
    expect(dialog.textContent).toContain('31 Mar 2027');
    expect(screen.getByRole('button', { name: 'Copy Code' })).toBeTruthy();

    const before = calls.filter((name) => name === 'user.offers.list').length;
    fireEvent.click(screen.getByRole('button', { name: 'Awesome' }));
    await waitFor(() => expect(calls.filter((name) => name === 'user.offers.list')).toHaveLength(before + 1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a reload in mid-spin shows the stored result, asked for with the same seed', async () => {
    const seeds: unknown[] = [];
    let answer: () => void = () => {};
    answers['user.spins.spin'] = (input) => {
      seeds.push(input.clientSeed);
      return new Promise((resolve) => {
        answer = () => resolve(won);
      });
    };
    await openWheel();
    fireEvent.click(screen.getByRole('button', { name: 'Spin Now' }));
    await waitFor(() => expect(seeds).toHaveLength(1));
    // What a reload leaves: this tab's storage, and nothing that runs.
    cleanup();
    answers['user.offers.list'] = () => ({
      offers: [{ ...completed, spinner_used: true, reward_type: 'voucher_10', voucher_code: 'AMZ-10-XYZ' }],
    });
    open('/');
    await screen.findByRole('dialog');
    await waitFor(() => expect(seeds).toHaveLength(2));
    answer();
    expect(await screen.findByRole('button', { name: 'Awesome' })).toBeTruthy();
    expect(seeds[1]).toBe(seeds[0]);

    fireEvent.click(screen.getByRole('button', { name: 'Awesome' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    open('/');
    await screen.findByText('AMZ-10-XYZ');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a failure says so and can be tried again', async () => {
    let attempts = 0;
    answers['user.spins.spin'] = () => {
      attempts += 1;
      if (attempts === 1) throw new Refusal('UNAVAILABLE');
      return { ...won, rewardType: 'none', message: 'Better luck next time!', voucher: undefined };
    };
    await openWheel();
    fireEvent.click(screen.getByRole('button', { name: 'Spin Now' }));
    expect(await screen.findByText('Spin failed. Please try again.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Spin Now' }));
    expect(await screen.findByText('Better luck next time!')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'How this was drawn' }).getAttribute('href')).toBe('/fairness?offer=3');
  });
});

test('useAuth says so outside of its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Lost = () => <>{useAuth().session.status}</>;
  expect(() => act(() => void render(<Lost />))).toThrow('useAuth must be used within an AuthProvider');
});
