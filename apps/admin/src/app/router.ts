import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { adminRoute } from '../routes/admin.tsx';
import { adminsRoute } from '../routes/admins.ts';
import { auditRoute } from '../routes/audit.ts';
import { casesRoute } from '../routes/cases.ts';
import { conversionRoute } from '../routes/conversion.ts';
import { conversionsRoute } from '../routes/conversions.ts';
import { dashboardRoute } from '../routes/dashboard.ts';
import { fraudDetectionRoute } from '../routes/fraud-detection.ts';
import { loginRoute } from '../routes/login.ts';
import { networkRoute } from '../routes/network.ts';
import { networksRoute } from '../routes/networks.ts';
import { offerClicksRoute } from '../routes/offer-clicks.ts';
import { offersRoute } from '../routes/offers.ts';
import { registerRoute } from '../routes/register.ts';
import { rootRoute } from '../routes/root.tsx';
import { unknownRoute } from '../routes/unknown.ts';
import { userRoute } from '../routes/user.ts';
import { usersRoute } from '../routes/users.ts';
import { vouchersRoute } from '../routes/vouchers.ts';
import { parseSearch, stringifySearch } from './search-text.ts';

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
