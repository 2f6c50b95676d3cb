import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { LoadingScreen } from './loading-screen.tsx';
import { paths } from './paths.ts';
import { ScreenError } from './screen-error.tsx';

/** The tree of addresses. Every screen is a chunk of its own, fetched when it is needed or about to be. */
const root = createRootRoute();

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  component: lazyRouteComponent(() => import('../routes/login.tsx'), 'LoginRoute'),
});
const register = createRoute({
  getParentRoute: () => root,
  path: paths.register,
  component: lazyRouteComponent(() => import('../routes/register.tsx'), 'RegisterRoute'),
});
const legal = createRoute({
  getParentRoute: () => root,
  path: paths.legal,
  component: lazyRouteComponent(() => import('../routes/legal.tsx'), 'LegalRoute'),
});
const terms = createRoute({
  getParentRoute: () => root,
  path: paths.terms,
  component: lazyRouteComponent(() => import('../routes/terms.tsx'), 'TermsRoute'),
});
const privacy = createRoute({
  getParentRoute: () => root,
  path: paths.privacy,
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
/** An offer's number in the address, where there is one. */
const idIn = <Key extends string>(search: Record<string, unknown>, key: Key) =>
  (Number.isSafeInteger(search[key]) ? { [key]: search[key] } : {}) as { [K in Key]?: number };

const offers = createRoute({
  getParentRoute: () => signedIn,
  path: paths.offers,
  /** What is open over the dashboard (features/offers/use-opened-offer.ts). */
  validateSearch: (search): { spin?: number; ask?: number } => ({ ...idIn(search, 'spin'), ...idIn(search, 'ask') }),
  component: lazyRouteComponent(() => import('../routes/offers.tsx'), 'OffersRoute'),
});

export type ProfileTab = 'overview' | 'history';
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: paths.profile,
  /** The tab is in the address; the first one needs no mention. */
  validateSearch: (search): { tab?: ProfileTab } => (search.tab === 'history' ? { tab: 'history' } : {}),
  component: lazyRouteComponent(() => import('../routes/profile.tsx'), 'ProfileRoute'),
});
const fairness = createRoute({
  getParentRoute: () => signedIn,
  path: paths.fairness,
  validateSearch: (search) => idIn(search, 'offer'),
  component: lazyRouteComponent(() => import('../routes/fairness.tsx'), 'FairnessRoute'),
});

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: paths.offers, replace: true });
  },
});

const routeTree = root.addChildren([
  login,
  register,
  legal,
  terms,
  privacy,
  signedIn.addChildren([offers, profile, fairness]),
  unknown,
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
