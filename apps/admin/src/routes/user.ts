import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { adminRoute } from './admin.tsx';

export const userRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.user,
  component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage'),
});
