import type { ErrorCode } from '@inaam/contracts/common/errors';
import { errorTable } from '@inaam/contracts/common/errors';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { App } from '../app/app.tsx';
import { type AppRouting, createAppRouter } from '../app/router.tsx';
import { anOffer } from './offer-fixture.ts';

/** Runs the whole app with a fake server that answers tRPC batches. Each test defines the answers. */

/** Thrown by an {@link Answer}: the fake server then responds with this error. */
export class Refusal extends Error {
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

export type Answer = (input: Record<string, unknown>) => unknown;

export const user = { id: 7, firstName: 'Ananya', lastName: 'Rao', email: 'ananya@example.com' };
export const offer = anOffer({ offer_id: 3, spinner_config: '' });
/** An account without messages. */
const accountFixture = {
  first_name: user.firstName,
  last_name: user.lastName,
  email: user.email,
  email_verified: true,
  must_verify: false,
  mail: true,
  has_password: true,
  google: false,
  deletion_due_at: null,
  changed_texts: [],
  passkeys: [],
  language: 'en',
};
export const signedOut: Answer = () => {
  throw new Refusal('NOT_SIGNED_IN');
};

export interface RenderedApp {
  /** The responses by procedure, such as `user.offers.list`. */
  answers: Record<string, Answer>;
  /** Called procedures, oldest first. */
  calls: string[];
  /** The page's `fetch`, with which a test restores the connection. */
  serve: (url: string, init?: { body?: string }) => Promise<Response>;
  /** Opens a path of the app. */
  open: (address: string) => void;
  /**
   * Opens a path as a signed-in person, and waits for the offer.
   * @param notices fields of the session check's answer that announce messages
   */
  openSignedIn: (address?: string, notices?: object) => Promise<void>;
  path: () => string;
  /** The path with its search parameters. */
  address: () => string;
  /** Presses the Back button of the browser or phone. */
  back: () => void;
  /**
   * Waits until no call is in flight. The app does not refetch a query in flight when the tab comes to the foreground.
   */
  waitUntilSettled: () => Promise<void>;
}

/** Fills in and submits the sign-in. */
export async function signIn(email = 'ananya@example.com'): Promise<void> {
  fireEvent.change(await screen.findByLabelText('E-mail'), { target: { value: email } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'open sesame' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

/** Call it at the top level of a test file. Each test gets a new server, and starts signed out with empty storage. */
export function renderApp(): RenderedApp {
  let router: AppRouting | undefined;
  let inFlight = 0;
  const rendered: RenderedApp = {
    answers: {},
    calls: [],
    serve: async (url, init) => {
      const { pathname, searchParams } = new URL(url, location.origin);
      const inputs = JSON.parse(init?.body ?? searchParams.get('input') ?? '{}') as Record<
        number,
        Record<string, unknown>
      >;
      const names = pathname.replace('/trpc/', '').split(',');
      inFlight++;
      try {
        return Response.json(await Promise.all(names.map((name, index) => answer(name, inputs[index] ?? {}))));
      } finally {
        inFlight--;
      }
    },
    open: (address) => {
      router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
      render(<App router={router} />);
    },
    openSignedIn: async (address = '/', notices = {}) => {
      rendered.answers['user.identity.me'] = () => ({ ...user, ...notices });
      rendered.open(address);
      await screen.findByText(offer.title);
    },
    path: () => router?.state.location.pathname ?? '',
    address: () => router?.state.location.href ?? '',
    back: () => router?.history.back(),
    waitUntilSettled: async () => {
      await waitFor(() => expect(inFlight).toBe(0));
      // Waits one more task, because answers are parsed and effects run in later tasks.
      await act(() => new Promise<void>((resolve) => void setTimeout(resolve)));
    },
  };

  async function answer(name: string, input: Record<string, unknown>): Promise<unknown> {
    rendered.calls.push(name);
    try {
      return { result: { data: await rendered.answers[name]?.(input) } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, field, reference } = error;
      const data = { domainCode: code, httpStatus: errorTable[code].http, field, reference };
      return { error: { message: error.message, code: -32000, data } };
    }
  }

  beforeEach(() => {
    rendered.calls = [];
    inFlight = 0;
    rendered.answers = {
      'user.site': () => ({
        brandName: 'Inaam',
        supportEmail: 'help@example.com',
        networkName: 'Sandbox Network',
        minimumAge: 13,
        deletionDays: 7,
        logRetentionDays: 400,
        grievanceOfficer: null,
        provider: { kind: 'none' },
      }),
      'user.identity.me': signedOut,
      'user.identity.login': () => ({ sessionId: 'session-1', user }),
      'user.identity.logout': () => ({}),
      'user.offers.list': () => ({ offers: [offer] }),
      'user.vouchers.notices': () => ({ notices: [], ending: [] }),
      'user.account.overview': () => accountFixture,
      'user.messages.bell': () => ({ unread: 0, notifications: [] }),
      'user.messages.push': () => ({ public_key: null, subscribed: false }),
    };
    vi.stubGlobal('fetch', rendered.serve);
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    // A call that begins when the test ends must not reach the network.
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
  });
  return rendered;
}
