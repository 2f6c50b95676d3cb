import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { adminRoute } from './admin.tsx';

export const networksRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.networks,
  component: lazyRouteComponent(() => import('../features/networks/networks-screen.tsx'), 'NetworksScreen'),
});
