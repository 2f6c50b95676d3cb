import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';

export interface RouterContext {
  signedIn: boolean;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet });
