import { createRoute, redirect } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { LoginScreen } from '../features/access/login-screen.tsx';
import { rootRoute } from './root.tsx';

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.login,
  beforeLoad: ({ context }) => {
    if (context.signedIn) throw redirect({ to: paths.dashboard, replace: true });
  },
  component: LoginScreen,
});
