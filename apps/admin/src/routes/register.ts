import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { rootRoute } from './root.tsx';

/** Public while there is no admin at all; the screen asks the server which of the two it is. */
export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.register,
  component: lazyRouteComponent(() => import('../features/access/register-screen.tsx'), 'RegisterScreen'),
});
