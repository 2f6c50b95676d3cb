import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { adminRoute } from './admin.tsx';

export const conversionRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.conversion,
  component: lazyRouteComponent(() => import('../features/completions/chain-screen.tsx'), 'ChainScreen'),
});
