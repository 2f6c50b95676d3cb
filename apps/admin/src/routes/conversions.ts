import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { conversionSearch } from '../features/completions/conversion-search.ts';
import { adminRoute } from './admin.tsx';

export const conversionsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.conversions,
  validateSearch: conversionSearch.validate,
  component: lazyRouteComponent(() => import('../features/completions/conversions-screen.tsx'), 'ConversionsScreen'),
});
