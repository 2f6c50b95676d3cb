import { emailPaths } from '@inaam/contracts/common/email-paths';
import { userPaths } from '@inaam/contracts/common/paths';
import { createRootRoute, createRoute, createRouter, type RouterHistory, redirect } from '@tanstack/react-router';
import { LoginRoute } from '../routes/login.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { startsQuery } from './route-queries.ts';
import { screen } from './screen.ts';
import { ScreenError } from './screen-error.tsx';
import { fairnessSearch, notificationsSearch, offersSearch, profileSearch, vouchersSearch } from './search.ts';

/**
 * The route tree. Every screen except sign-in is a separate chunk, which loads when a person opens the screen or is
 * likely to open it.
 */
const root = createRootRoute();

const login = createRoute({
  getParentRoute: () => root,
  path: userPaths.login,
  component: LoginRoute,
});
const register = createRoute({
  getParentRoute: () => root,
  path: userPaths.register,
  component: screen(() => import('../routes/register.tsx'), 'RegisterRoute', 'guests'),
});
const legal = createRoute({
  getParentRoute: () => root,
  path: userPaths.legal,
  component: screen(() => import('../routes/legal.tsx'), 'LegalRoute', 'legal'),
});
const terms = createRoute({
  getParentRoute: () => root,
  path: userPaths.terms,
  component: screen(() => import('../routes/terms.tsx'), 'TermsRoute', 'legal'),
});
const privacy = createRoute({
  getParentRoute: () => root,
  path: userPaths.privacy,
  component: screen(() => import('../routes/privacy.tsx'), 'PrivacyRoute', 'legal'),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  // While the code loads, the screen looks the same as during the session check.
  pendingComponent: LoadingScreen,
  pendingMs: 0,
  pendingMinMs: 0,
  component: screen(() => import('../routes/signed-in.tsx'), 'SignedInRoute'),
});
const offers = createRoute({
  getParentRoute: () => signedIn,
  path: userPaths.offers,
  validateSearch: offersSearch,
  loader: startsQuery('offers'),
  component: screen(() => import('../routes/offers.tsx'), 'OffersRoute', 'offers'),
});

const vouchers = createRoute({
  getParentRoute: () => signedIn,
  path: userPaths.vouchers,
  validateSearch: vouchersSearch,
  loader: startsQuery('statistics'),
  component: screen(() => import('../routes/vouchers.tsx'), 'VouchersRoute', 'inside'),
});
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: userPaths.profile,
  validateSearch: profileSearch,
  loader: startsQuery('statistics'),
  component: screen(() => import('../routes/profile.tsx'), 'ProfileRoute', 'inside', 'offers'),
});
const fairness = createRoute({
  getParentRoute: () => signedIn,
  path: userPaths.fairness,
  validateSearch: fairnessSearch,
  loader: startsQuery('offers'),
  component: screen(() => import('../routes/fairness.tsx'), 'FairnessRoute', 'inside'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: userPaths.account,
  component: screen(() => import('../routes/account.tsx'), 'AccountRoute', 'inside'),
});
const notifications = createRoute({
  getParentRoute: () => signedIn,
  path: userPaths.notifications,
  validateSearch: notificationsSearch,
  component: screen(() => import('../routes/notifications.tsx'), 'NotificationsRoute', 'inside'),
});
const mailPages: readonly string[] = Object.values(emailPaths);
/** Opens links from mails; any other unknown path redirects to the dashboard. */
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location }) => {
    if (!mailPages.includes(location.pathname)) throw redirect({ to: userPaths.offers, replace: true });
  },
  component: screen(() => import('../routes/not-found.tsx'), 'NotFoundRoute', 'guests'),
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

/** Creates the app's router. @param history for tests; default: the browser's */
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
