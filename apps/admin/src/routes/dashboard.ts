import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { dashboardSearch } from '../features/overview/dashboard-search.ts';
import { adminRoute } from './admin.tsx';

export const dashboardRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.dashboard,
  validateSearch: dashboardSearch,
  component: lazyRouteComponent(() => import('../features/overview/dashboard-screen.tsx'), 'DashboardScreen'),
});
