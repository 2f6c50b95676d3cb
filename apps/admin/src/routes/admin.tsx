import { adminPages, isPageOf } from '@inaam/contracts/common/paths';
import { createRoute, Outlet, redirect } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { Shell } from '../app/shell/shell.tsx';
import { rootRoute } from './root.tsx';

/** Everything that needs a signed-in admin. */
export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'admin',
  beforeLoad: ({ context, location }) => {
    if (!context.signedIn) throw redirect({ to: paths.login, replace: true });
    // A record's page whose id cannot be one is as unknown here as it is to the server.
    if (!isPageOf(adminPages, location.pathname)) throw redirect({ to: paths.dashboard, replace: true });
  },
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
});
