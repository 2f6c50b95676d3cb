import type { AppRouter } from '@inaam/router/app-router';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCReact } from '@trpc/react-query';
import { type ReactNode, useState } from 'react';
import { useAuth } from './auth.tsx';
import { codeOf } from './errors.ts';
import { links } from './links.ts';

/** The typed hooks of the server's procedures. */
export const trpc = createTRPCReact<AppRouter>();

/** Codes that asking again does not change. */
const isFinal = (error: unknown): boolean => {
  const code = codeOf(error);
  return code !== undefined && code !== 'INTERNAL' && code !== 'UNAVAILABLE';
};

/** The query library, with a cache that lives as long as one person's session. A 401 from any call ends it. */
export function DataProvider({ children }: { children: ReactNode }) {
  const { onSessionLost } = useAuth();
  const [queryClient] = useState(() => {
    const onError = (error: unknown) => {
      if (codeOf(error) === 'NOT_SIGNED_IN') onSessionLost();
    };
    return new QueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
      defaultOptions: {
        queries: { retry: (failures, error) => failures < 1 && !isFinal(error), retryDelay: 800 },
        mutations: { retry: false, networkMode: 'always' },
      },
    });
  });
  const [trpcClient] = useState(() => trpc.createClient({ links: links() }));
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
