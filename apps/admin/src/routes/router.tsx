import { adminPages, adminPaths, isPagePath } from '@inaam/contracts/common/paths';
import { type PausablePart, pausableParts } from '@inaam/contracts/spending/spending';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useOwnAdmin } from '../app/allowed.tsx';
import { DASHBOARD_DAYS } from '../app/days.ts';
import { LoadingScreen } from '../app/loading-screen.tsx';
import { returnPath } from '../app/return-path.ts';
import { parseSearch, stringifySearch } from '../app/search-params.ts';
import { Shell } from '../app/shell/shell.tsx';
import type { trpc } from '../app/trpc.ts';
import { ConfirmIdentityDialog } from '../features/access/confirm-identity-dialog.tsx';
import { LoginScreen } from '../features/access/login-screen.tsx';
import { SignInAgainDialog } from '../features/access/sign-in-again-dialog.tsx';
import { auditSearch } from '../features/audit/audit-search.ts';
import { caseSearch } from '../features/cases/case-search.ts';
import { offerClickSearch } from '../features/clicks/offer-click-search.ts';
import { conversionSearch } from '../features/completions/conversion-search.ts';
import { fraudSearch } from '../features/fraud/fraud-search.ts';
import { messageSearch } from '../features/messages/message-search.ts';
import { type NetworkTab, readTab } from '../features/networks/network-tabs.tsx';
import { type OpenStep, readOpenStep } from '../features/networks/setup/open-step.ts';
import { type StatementUrl, statementSearch } from '../features/networks/statements/statement-search.ts';
import { offerSearch } from '../features/offers/offer-search.ts';
import { dashboardSearch, parseDashboard, toReportInput } from '../features/overview/parts/dashboard-search.ts';
import { type InboxUrl, inboxSearch } from '../features/postbacks/parts/inbox-search.ts';
import { securityEventSearch } from '../features/security-events/security-event-search.ts';
import { userPageSearch } from '../features/users/parts/user-action.ts';
import { userSearch } from '../features/users/user-search.ts';
import { voucherSearch } from '../features/vouchers/voucher-search.ts';
import { webhookSearch } from '../features/webhooks/webhook-search.ts';
import { type ListBase, type ListSearch } from '../lists/list-search.ts';

/** The route tree: each page's path, search parameters, first query and screen. */

type Api = ReturnType<typeof trpc.useUtils>;

interface RouterContext {
  signedIn: boolean;
  /** The query cache that the screens read. The component that renders the router passes it. */
  api?: Api;
}

type Search = Readonly<Record<string, unknown>>;

/**
 * Creates a route's loader. It starts the screen's first query on entry, so that data and code load at the same time.
 * Preloading the code fetches no data, and a changed filter reloads nothing here. The screen uses the same input, so it
 * finds the running query and shows its progress.
 */
const startQuery =
  <Params,>(query: (api: Api['admin'], at: { search: Search; params: Params }) => Promise<void>) =>
  ({
    context: { api, signedIn },
    location,
    params,
    cause,
  }: {
    context: RouterContext;
    location: { search: Search };
    params: Params;
    cause: 'preload' | 'enter' | 'stay';
  }): void => {
    if (cause === 'enter' && signedIn && api) void query(api.admin, { search: location.search, params });
  };

/** The input of a list's procedure for the URL's search parameters. */
const toInput = <State extends ListBase>(list: ListSearch<State>, search: Search) => list.toInput(list.parse(search));

const root = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <>
      <Outlet />
      <ConfirmIdentityDialog />
      <SignInAgainDialog />
    </>
  ),
});

/** The layout of every signed-in page, or the setup of a second factor where one is required and missing. */
function SignedIn() {
  const { data: ownAdmin, isLoading } = useOwnAdmin();
  if (isLoading) return <LoadingScreen />;
  if (ownAdmin?.must_set_up_factor) {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <SetUpFactorScreen />
      </Suspense>
    );
  }
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

/** Loaded on demand, because few sign-ins need it. */
const SetUpFactorScreen = lazy(async () => ({
  default: (await import('../features/access/set-up-factor-screen.tsx')).SetUpFactorScreen,
}));

const login = createRoute({
  getParentRoute: () => root,
  path: adminPaths.login,
  beforeLoad: ({ context }) => {
    if (!context.signedIn) return;
    const href = returnPath.read();
    if (href !== undefined) throw redirect({ href, replace: true });
    throw redirect({ to: adminPaths.dashboard, replace: true });
  },
  component: LoginScreen,
});

/** The page is public until the first admin exists. The screen asks the server whether an admin exists. */
const register = createRoute({
  getParentRoute: () => root,
  path: adminPaths.register,
  component: lazyRouteComponent(() => import('../features/access/register-screen.tsx'), 'RegisterScreen'),
});

/** All pages that need a signed-in admin. */
const admin = createRoute({
  getParentRoute: () => root,
  id: 'admin',
  beforeLoad: ({ context, location }) => {
    if (!context.signedIn) {
      if (location.pathname !== adminPaths.dashboard || location.searchStr) returnPath.remember(location.href);
      throw redirect({ to: adminPaths.login, replace: true });
    }
    returnPath.forget();
    // A malformed ID is handled like an unknown page.
    if (!isPagePath(adminPages, location.pathname)) throw redirect({ to: adminPaths.dashboard, replace: true });
  },
  component: SignedIn,
});

const dashboard = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.dashboard,
  validateSearch: dashboardSearch,
  loader: startQuery((api, { search }) => {
    void api.insights.todos.prefetch();
    void api.insights.report.prefetch(toReportInput(parseDashboard(search)));
    return api.insights.dashboard.prefetch({ days: DASHBOARD_DAYS });
  }),
  component: lazyRouteComponent(() => import('../features/overview/dashboard-screen.tsx'), 'DashboardScreen'),
});

const operations = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.operations,
  // The part of the product (such as sign-ups) whose pause or resumption is being confirmed.
  validateSearch: ({ pause }: Record<string, unknown>): { pause?: PausablePart | undefined } => ({
    pause: pausableParts.find((part) => part === pause),
  }),
  loader: startQuery((api) => api.insights.watch.prefetch()),
  component: lazyRouteComponent(() => import('../features/operations/operations-screen.tsx'), 'OperationsScreen'),
});

const offers = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.offers,
  validateSearch: offerSearch.validate,
  loader: startQuery((api, { search }) => api.offers.list.prefetch(toInput(offerSearch, search))),
  component: lazyRouteComponent(() => import('../features/offers/offers-screen.tsx'), 'OffersScreen'),
});

const users = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.users,
  validateSearch: userSearch.validate,
  loader: startQuery((api, { search }) => api.users.list.prefetch(toInput(userSearch, search))),
  component: lazyRouteComponent(() => import('../features/users/users-screen.tsx'), 'UsersScreen'),
});

const user = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.user,
  validateSearch: userPageSearch,
  loader: startQuery((api, at: { params: { userId: string } }) =>
    api.users.profile.prefetch({ user_id: Number(at.params.userId) }),
  ),
  component: lazyRouteComponent(() => import('../features/users/user-screen.tsx'), 'UserScreen'),
});

const vouchers = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.vouchers,
  validateSearch: voucherSearch.validate,
  loader: startQuery((api, { search }) =>
    api.vouchers.list.prefetch({ ...toInput(voucherSearch, search), codes: 'masked' }),
  ),
  component: lazyRouteComponent(() => import('../features/vouchers/vouchers-screen.tsx'), 'VouchersScreen'),
});

const conversions = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.conversions,
  validateSearch: conversionSearch.validate,
  loader: startQuery((api, { search }) =>
    api.completions.list.prefetch({ ...toInput(conversionSearch, search), codes: 'masked' }),
  ),
  component: lazyRouteComponent(() => import('../features/completions/conversions-screen.tsx'), 'ConversionsScreen'),
});

const conversion = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.conversion,
  loader: startQuery((api, at: { params: { completionId: string } }) =>
    api.completions.completionTrace.prefetch({ completion_id: Number(at.params.completionId) }),
  ),
  component: lazyRouteComponent(() => import('../features/completions/trace-screen.tsx'), 'CompletionTraceScreen'),
});

const offerClicks = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.offerClicks,
  validateSearch: offerClickSearch.validate,
  loader: startQuery((api, { search }) =>
    api.clicks.list.prefetch({ ...toInput(offerClickSearch, search), codes: 'masked' }),
  ),
  component: lazyRouteComponent(() => import('../features/clicks/offer-clicks-screen.tsx'), 'OfferClicksScreen'),
});

const cases = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.cases,
  validateSearch: caseSearch.validate,
  loader: startQuery((api, { search }) => api.cases.list.prefetch(toInput(caseSearch, search))),
  component: lazyRouteComponent(() => import('../features/cases/cases-screen.tsx'), 'CasesScreen'),
});

const fraud = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.fraud,
  validateSearch: fraudSearch.validate,
  loader: startQuery((api, { search }) => {
    const { tab: _tab, ...input } = toInput(fraudSearch, search);
    return api.fraud.list.prefetch(input);
  }),
  component: lazyRouteComponent(() => import('../features/fraud/fraud-screen.tsx'), 'FraudScreen'),
});

const networks = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.networks,
  loader: startQuery((api) => api.networks.list.prefetch()),
  component: lazyRouteComponent(() => import('../features/networks/networks-screen.tsx'), 'NetworksScreen'),
});

type NetworkSearch = Omit<InboxUrl, 'tab'> & Omit<StatementUrl, 'tab'> & { tab?: NetworkTab | undefined };

const network = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.network,
  // The URL holds the open tab and the state of its list.
  validateSearch: (raw: Record<string, unknown>): NetworkSearch => {
    const tab = readTab(raw.tab);
    const listSearch = tab === 'statements' ? statementSearch : inboxSearch;
    return { ...listSearch.validate(raw), tab: tab === 'health' ? undefined : tab };
  },
  loader: startQuery((api, at: { params: { networkId: string } }) =>
    api.networks.get.prefetch({ network_id: Number(at.params.networkId) }),
  ),
  component: lazyRouteComponent(() => import('../features/networks/network-screen.tsx'), 'NetworkScreen'),
});

const addNetwork = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.addNetwork,
  loader: startQuery((api) => api.networks.presets.prefetch()),
  component: lazyRouteComponent(() => import('../features/networks/add-network-screen.tsx'), 'AddNetworkScreen'),
});

const networkSetup = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.networkSetup,
  validateSearch: (raw: Record<string, unknown>): { step?: OpenStep | undefined } => ({ step: readOpenStep(raw.step) }),
  loader: startQuery((api, at: { params: { networkId: string } }) =>
    api.networks.get.prefetch({ network_id: Number(at.params.networkId) }),
  ),
  component: lazyRouteComponent(() => import('../features/networks/network-setup-screen.tsx'), 'NetworkSetupScreen'),
});

const admins = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.admins,
  loader: startQuery((api) => api.admins.sessions.prefetch()),
  component: lazyRouteComponent(() => import('../features/access/admin-settings-screen.tsx'), 'AdminSettingsScreen'),
});

const approvals = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.approvals,
  loader: startQuery((api) => api.approvals.list.prefetch()),
  component: lazyRouteComponent(() => import('../features/approvals/approvals-screen.tsx'), 'ApprovalsScreen'),
});

const audit = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.audit,
  validateSearch: auditSearch.validate,
  loader: startQuery((api, { search }) => api.audit.list.prefetch(toInput(auditSearch, search))),
  component: lazyRouteComponent(() => import('../features/audit/audit-screen.tsx'), 'AuditScreen'),
});

const securityEvents = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.securityEvents,
  validateSearch: securityEventSearch.validate,
  loader: startQuery((api, { search }) => api.securityEvents.list.prefetch(toInput(securityEventSearch, search))),
  component: lazyRouteComponent(
    () => import('../features/security-events/security-events-screen.tsx'),
    'SecurityEventsScreen',
  ),
});

const messages = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.messages,
  validateSearch: messageSearch.validate,
  loader: startQuery((api, { search }) => api.messages.list.prefetch(toInput(messageSearch, search))),
  component: lazyRouteComponent(() => import('../features/messages/messages-screen.tsx'), 'MessagesScreen'),
});

const webhooks = createRoute({
  getParentRoute: () => admin,
  path: adminPaths.webhooks,
  validateSearch: webhookSearch.validate,
  loader: startQuery((api, { search }) => api.webhooks.deliveries.prefetch(toInput(webhookSearch, search))),
  component: lazyRouteComponent(() => import('../features/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
});

/** `/` and all unknown paths. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: adminPaths.dashboard, replace: true });
  },
});

const routeTree = root.addChildren([
  login,
  register,
  admin.addChildren([
    dashboard,
    offers,
    users,
    user,
    vouchers,
    conversions,
    conversion,
    offerClicks,
    cases,
    fraud,
    networks,
    addNetwork,
    network,
    networkSetup,
    admins,
    approvals,
    audit,
    securityEvents,
    operations,
    messages,
    webhooks,
  ]),
  unknown,
]);

/** @param history the browser's own by default */
export const createAdminRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    context: { signedIn: false },
    defaultPreload: 'intent',
    // A page with preloaded code still starts its query on entry.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    ...(history && { history }),
  });

export type AdminRouter = ReturnType<typeof createAdminRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AdminRouter;
  }
}
