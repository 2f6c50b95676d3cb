import type { ErrorCode } from '@inaam/contracts/common/errors';
import { errorTable } from '@inaam/contracts/common/errors';
import type { Dashboard } from '@inaam/contracts/insights/insights';
import type { Report } from '@inaam/contracts/insights/report';
import { changePreferences } from '@inaam/contracts/preferences/change';
import type { PreferenceInput, Preferences } from '@inaam/contracts/preferences/preferences';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { App } from '../app/app.tsx';
import { storeSession } from '../app/auth.tsx';
import { type AdminRouter, createAdminRouter } from '../routes/router.tsx';
import { createTabHistory, type TabHistory } from './tab-history.ts';

/** An error that the fake server answers with. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly field: string | null;
  constructor(code: ErrorCode, field: string | null = null, text: string = errorTable[code].text) {
    super(text);
    this.code = code;
    this.field = field;
  }
}
export type Input = Record<string, unknown>;
type Answer = (input: Input) => unknown;

const emptyDay = {
  day: '2026-07-19',
  users: 0,
  clicks: 0,
  conversions: 0,
  spins: 0,
  wins: 0,
  used: 0,
  revenue: 0,
  voucher_cost: 0,
  margin: 0,
};

/**
 * Every test needs a dashboard: the app reads it to check the session, and redirects unknown paths to it.
 */
const emptyDashboard: Dashboard = {
  stats: {
    total_users: 0,
    new_users_today: 0,
    active_offers: 0,
    total_conversions: 0,
    conversions_today: 0,
    total_revenue: 0,
    revenue_today: 0,
    total_voucher_value: 0,
    available_vouchers: 0,
    used_vouchers: 0,
    total_rewards_given: 0,
  },
  recentUsers: [],
  recentConversions: [],
  series: [emptyDay],
  stock: [],
  owed: [],
  expiring: [],
};

const emptyReport: Report = {
  from: emptyDay.day,
  to: emptyDay.day,
  before: null,
  days: [emptyDay],
  days_before: [],
  yesterday: emptyDay,
  offers: [],
};

export interface Served {
  /** The responses by procedure, such as `admin.users.list`. Other procedures respond with nothing. */
  answers: Record<string, Answer>;
  /** The inputs of a procedure's calls, oldest first. */
  getInputs: (procedure: string) => Input[];
  /** Opens a URL as a signed-in admin; Back returns to `from`. */
  open: (address: string, from?: string) => void;
  /** Follows a link to a URL. */
  go: (address: string) => void;
  /** The current path and search parameters. */
  address: () => string;
  /** The browser's Back. */
  back: () => void;
  /** Whether the page asks before it is reloaded or closed. */
  asksBeforeReload: () => boolean;
}

/**
 * Sets up the whole admin app for each test, with a session and a fake server that speaks tRPC's batches. Each test
 * defines the answers of the server. Call this function at the top level of a test file.
 */
export function renderWithServer(): Served {
  let calls: { name: string; input: Input }[] = [];
  let router: AdminRouter | undefined;
  let tab: TabHistory | undefined;
  const served: Served = {
    answers: {},
    getInputs: (procedure) => calls.filter(({ name }) => name === procedure).map(({ input }) => input),
    open: (address, from) => {
      tab = createTabHistory(from === undefined ? [address] : [from, address]);
      router = createAdminRouter(tab.history);
      render(<App router={router} />);
    },
    address: () => router?.state.location.href ?? '',
    go: (address) => router?.history.push(address),
    back: () => router?.history.back(),
    asksBeforeReload: () => tab?.asksBeforeReload() ?? false,
  };

  async function answer(name: string, input: Input): Promise<unknown> {
    calls.push({ name, input });
    try {
      return { result: { data: (await served.answers[name]?.(input)) ?? {} } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const data = { domainCode: error.code, httpStatus: errorTable[error.code].http, field: error.field };
      return { error: { message: error.message, code: -32000, data } };
    }
  }

  beforeEach(() => {
    calls = [];
    served.answers = {
      'admin.site': () => ({ brandName: 'Inaam' }),
      'admin.identity.me': () => ({
        username: 'meera',
        email: 'meera@example.com',
        role: 'owner',
        has_factor: false,
        must_set_up_factor: false,
      }),
      'admin.secondFactor.get': () => ({ required: false, totp: false, recovery_codes_left: 0, passkeys: [] }),
      'admin.insights.dashboard': () => emptyDashboard,
      'admin.insights.todos': () => ({ todos: [] }),
      'admin.insights.report': () => emptyReport,
    };
    localStorage.clear();
    // Removes drafts of forms.
    sessionStorage.clear();
    storeSession('session-1', { username: 'meera', email: 'meera@example.com' });
    vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
      const { pathname, searchParams } = new URL(url, location.origin);
      const inputs = JSON.parse(init?.body ?? searchParams.get('input') ?? '{}') as Record<number, Input>;
      const names = pathname.replace('/trpc/', '').split(',');
      return Response.json(await Promise.all(names.map((name, index) => answer(name, inputs[index] ?? {}))));
    });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return served;
}

/**
 * Serves preferences as the real server does, starting with those of a new admin.
 * @returns the current preferences
 */
export function servePreferences(server: Served): () => Preferences {
  let preferences: Preferences = {
    hidden_columns: {},
    folded_figures: {},
    density: 'comfortable',
    digest: false,
    toured: false,
    setup_steps: {},
    checklist_hidden: false,
  };
  server.answers['admin.preferences.get'] = () => preferences;
  server.answers['admin.preferences.set'] = (given) => {
    preferences = changePreferences(preferences, given as PreferenceInput);
    return {};
  };
  return () => preferences;
}
