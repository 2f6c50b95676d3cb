import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../app/search-text.ts';
import { adminRoute } from './admin.tsx';
import { adminsRoute } from './admins.ts';
import { auditRoute } from './audit.ts';
import { casesRoute } from './cases.ts';
import { conversionRoute } from './conversion.ts';
import { conversionsRoute } from './conversions.ts';
import { dashboardRoute } from './dashboard.ts';
import { fraudDetectionRoute } from './fraud-detection.ts';
import { loginRoute } from './login.ts';
import { networkRoute } from './network.ts';
import { networksRoute } from './networks.ts';
import { offerClicksRoute } from './offer-clicks.ts';
import { offersRoute } from './offers.ts';
import { registerRoute } from './register.ts';
import { rootRoute } from './root.tsx';
import { unknownRoute } from './unknown.ts';
import { userRoute } from './user.ts';
import { usersRoute } from './users.ts';
import { vouchersRoute } from './vouchers.ts';

const routeTree = rootRoute.addChildren([
  loginRoute,
  registerRoute,
  adminRoute.addChildren([
    dashboardRoute,
    offersRoute,
    usersRoute,
    userRoute,
    vouchersRoute,
    conversionsRoute,
    conversionRoute,
    offerClicksRoute,
    casesRoute,
    fraudDetectionRoute,
    networksRoute,
    networkRoute,
    adminsRoute,
    auditRoute,
  ]),
  unknownRoute,
]);

/** @param history where addresses are kept; the browser's own unless said otherwise */
export const createAdminRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    context: { signedIn: false },
    defaultPreload: 'intent',
    scrollRestoration: true,
    ...(history && { history }),
  });

export type AdminRouter = ReturnType<typeof createAdminRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AdminRouter;
  }
}
