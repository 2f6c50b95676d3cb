import { createRouter } from '@tanstack/react-router';
import { adminRoute } from '../routes/admin.tsx';
import { adminsRoute } from '../routes/admins.ts';
import { auditRoute } from '../routes/audit.ts';
import { conversionsRoute } from '../routes/conversions.ts';
import { dashboardRoute } from '../routes/dashboard.ts';
import { fraudDetectionRoute } from '../routes/fraud-detection.ts';
import { loginRoute } from '../routes/login.ts';
import { offersRoute } from '../routes/offers.ts';
import { registerRoute } from '../routes/register.ts';
import { rootRoute } from '../routes/root.tsx';
import { unknownRoute } from '../routes/unknown.ts';
import { vouchersRoute } from '../routes/vouchers.ts';
import { parseSearch, stringifySearch } from './search-text.ts';

const routeTree = rootRoute.addChildren([
  loginRoute,
  registerRoute,
  adminRoute.addChildren([
    dashboardRoute,
    offersRoute,
    vouchersRoute,
    conversionsRoute,
    fraudDetectionRoute,
    adminsRoute,
    auditRoute,
  ]),
  unknownRoute,
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  context: { signedIn: false },
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
