import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { adminRoute } from './admin.tsx';

export const adminsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.admins,
  component: lazyRouteComponent(() => import('../features/access/admin-settings-screen.tsx'), 'AdminSettingsScreen'),
});
