import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { offerClickSearch } from '../features/clicks/offer-click-search.ts';
import { adminRoute } from './admin.tsx';

export const offerClicksRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.offerClicks,
  validateSearch: offerClickSearch.validate,
  component: lazyRouteComponent(() => import('../features/clicks/offer-clicks-screen.tsx'), 'OfferClicksScreen'),
});
