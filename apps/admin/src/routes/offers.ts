import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { offerSearch } from '../features/offers/offer-search.ts';
import { adminRoute } from './admin.tsx';

export const offersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.offers,
  validateSearch: offerSearch.validate,
  component: lazyRouteComponent(() => import('../features/offers/offers-screen.tsx'), 'OffersScreen'),
});
