import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { caseSearch } from '../features/cases/case-search.ts';
import { adminRoute } from './admin.tsx';

export const casesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.cases,
  validateSearch: caseSearch.validate,
  component: lazyRouteComponent(() => import('../features/cases/cases-screen.tsx'), 'CasesScreen'),
});
