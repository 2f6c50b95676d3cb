import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { userSearch } from '../features/users/user-search.ts';
import { adminRoute } from './admin.tsx';

export const usersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.users,
  validateSearch: userSearch.validate,
  component: lazyRouteComponent(() => import('../features/users/users-screen.tsx'), 'UsersScreen'),
});
