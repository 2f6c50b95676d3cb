import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { fraudSearch } from '../features/fraud/fraud-search.ts';
import { adminRoute } from './admin.tsx';

export const fraudDetectionRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.fraud,
  validateSearch: fraudSearch.validate,
  component: lazyRouteComponent(() => import('../features/fraud/fraud-screen.tsx'), 'FraudScreen'),
});
