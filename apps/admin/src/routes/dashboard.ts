import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { dashboardSearch } from '../features/insights/dashboard-search.ts';
import { adminRoute } from './admin.tsx';

export const dashboardRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.dashboard,
  validateSearch: dashboardSearch,
  component: lazyRouteComponent(() => import('../features/insights/dashboard-screen.tsx'), 'DashboardScreen'),
});
