import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { networkSearch } from '../features/networks/network-search.ts';
import { adminRoute } from './admin.tsx';

export const networkRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.network,
  validateSearch: networkSearch.validate,
  component: lazyRouteComponent(() => import('../features/networks/network-screen.tsx'), 'NetworkScreen'),
});
