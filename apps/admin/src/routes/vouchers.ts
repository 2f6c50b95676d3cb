import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { voucherSearch } from '../features/vouchers/voucher-search.ts';
import { adminRoute } from './admin.tsx';

export const vouchersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.vouchers,
  validateSearch: voucherSearch.validate,
  component: lazyRouteComponent(() => import('../features/vouchers/vouchers-screen.tsx'), 'VouchersScreen'),
});
