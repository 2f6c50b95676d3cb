import { emailPaths } from '@inaam/contracts/common/email-paths';
import { userPaths } from '@inaam/contracts/common/paths';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { LoadingScreen } from './loading-screen.tsx';
import { startsQuery } from './route-queries.ts';
import { ScreenError } from './screen-error.tsx';
import { fairnessSearch, notificationsSearch, offersSearch, profileSearch, vouchersSearch } from './search.ts';

/** The tree of routes. Every screen is a chunk of its own, fetched when it is needed or about to be. */
const root = createRootRoute();

const login = createRoute({
  getParentRoute: () => root,
  path: userPaths.login,
  component: lazyRouteComponent(() => import('../routes/login.tsx'), 'LoginRoute'),
});
const register = createRoute({
  getParentRoute: () => root,
  path: userPaths.register,
  component: lazyRouteComponent(() => import('../routes/register.tsx'), 'RegisterRoute'),
});
const legal = createRoute({
  getParentRoute: () => root,
  path: userPaths.legal,
  component: lazyRouteComponent(() => import('../routes/legal.tsx'), 'LegalRoute'),
});
const terms = createRoute({
  getParentRoute: () => root,
  path: userPaths.terms,
  component: lazyRouteComponent(() => import('../routes/terms.tsx'), 'TermsRoute'),
});
const privacy = createRoute({
  getParentRoute: () => root,
  path: userPaths.privacy,
  component: lazyRouteComponent(() => import('../routes/privacy.tsx'), 'PrivacyRoute'),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  // While its code is fetched, it says the same as while the session is checked.
  pendingComponent: LoadingScreen,
  pendingMs: 0,
  pendingMinMs: 0,
  component: lazyRouteComponent(() => import('../routes/signed-in.tsx'), 'SignedInRoute'),
});
const offers = createRoute({
  getParentRoute: () => signedIn,
  path: userPaths.offers,
  validateSearch: offersSearch,
  loader: startsQuery('offers'),
  component: lazyRouteComponent(() => import('../routes/offers.tsx'), 'OffersRoute'),
});

const vouchers = createRoute({
  getParentRoute: () => signedIn,
  path: userPaths.vouchers,
  validateSearch: vouchersSearch,
  loader: startsQuery('statistics'),
  component: lazyRouteComponent(() => import('../routes/vouchers.tsx'), 'VouchersRoute'),
});
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: userPaths.profile,
  validateSearch: profileSearch,
  loader: startsQuery('statistics'),
  component: lazyRouteComponent(() => import('../routes/profile.tsx'), 'ProfileRoute'),
});
const fairness = createRoute({
  getParentRoute: () => signedIn,
  path: userPaths.fairness,
  validateSearch: fairnessSearch,
  loader: startsQuery('offers'),
  component: lazyRouteComponent(() => import('../routes/fairness.tsx'), 'FairnessRoute'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: userPaths.account,
  component: lazyRouteComponent(() => import('../routes/account.tsx'), 'AccountRoute'),
});
const notifications = createRoute({
  getParentRoute: () => signedIn,
  path: userPaths.notifications,
  validateSearch: notificationsSearch,
  component: lazyRouteComponent(() => import('../routes/notifications.tsx'), 'NotificationsRoute'),
});
const mailPages: readonly string[] = Object.values(emailPaths);
/** Where links in mails lead; whatever else leads home. */
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location }) => {
    if (!mailPages.includes(location.pathname)) throw redirect({ to: userPaths.offers, replace: true });
  },
  component: lazyRouteComponent(() => import('../routes/elsewhere.tsx'), 'ElsewhereRoute'),
});

const routeTree = root.addChildren([
  login,
  register,
  legal,
  terms,
  privacy,
  signedIn.addChildren([offers, vouchers, profile, fairness, account, notifications]),
  elsewhere,
]);

/** The app's router; over a history of its own where one is given, else over the browser's. */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: ScreenError,
  });
export type AppRouting = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouting;
  }
}
