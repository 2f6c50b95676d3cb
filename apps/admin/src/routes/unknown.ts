import { createRoute, redirect } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { rootRoute } from './root.tsx';

/** `/` and whatever no other route knows. */
export const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: paths.dashboard, replace: true });
  },
});
