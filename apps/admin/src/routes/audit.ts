import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { auditSearch } from '../features/audit/audit-search.ts';
import { adminRoute } from './admin.tsx';

export const auditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.audit,
  validateSearch: auditSearch.validate,
  component: lazyRouteComponent(() => import('../features/audit/audit-screen.tsx'), 'AuditScreen'),
});
