import type { AppRouter } from '@inaam/router/app-router';
import { createTRPCClient } from '@trpc/client';
import { links } from './links.ts';

/**
 * The plain client, for what is asked before anyone has signed in. The sign-in screens load without the query library,
 * which comes with the first screen that shows data (data.tsx).
 */
export const client = createTRPCClient<AppRouter>({ links: links() });
