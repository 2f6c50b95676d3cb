import { createRoute, Outlet, redirect } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { Shell } from '../app/shell/shell.tsx';
import { rootRoute } from './root.tsx';

/** Everything that needs a signed-in admin. */
export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'admin',
  beforeLoad: ({ context }) => {
    if (!context.signedIn) throw redirect({ to: paths.login, replace: true });
  },
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
});
