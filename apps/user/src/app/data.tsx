import type { AppRouter } from '@inaam/router/app-router';
import {
  focusManager,
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
} from '@tanstack/react-query';
import type { TRPCLink } from '@trpc/client';
import { createTRPCReact, getQueryKey } from '@trpc/react-query';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { links } from './client.ts';
import { endsSession, getErrorCode } from './errors.ts';
import { consumeEarlyQueries, dropEarlyQueries, prefetchInto, type RouteQuery } from './route-queries.ts';
import { useAuth } from './session/auth.tsx';

/** The typed hooks of the server's procedures. */
export const trpc = createTRPCReact<AppRouter>();

/** Codes that asking again does not change. */
const isFinal = (error: unknown): boolean => {
  const code = getErrorCode(error);
  return code !== undefined && code !== 'INTERNAL' && code !== 'UNAVAILABLE';
};

/**
 * Coming back to the front counts however it happens: another tab, another window, or the browser's own way back to a
 * kept page.
 */
focusManager.setEventListener((onFocus) => {
  const front = () => onFocus();
  window.addEventListener('focus', front);
  window.addEventListener('pageshow', front);
  document.addEventListener('visibilitychange', front);
  return () => {
    window.removeEventListener('focus', front);
    window.removeEventListener('pageshow', front);
    document.removeEventListener('visibilitychange', front);
  };
});

/** Where the hooks look for what a route's loader has started. */
const keyOf: Record<RouteQuery, QueryKey> = {
  offers: getQueryKey(trpc.user.offers.list, undefined, 'query'),
  statistics: getQueryKey(trpc.user.insights.stats, undefined, 'query'),
};

const prefetchWith = (queryClient: QueryClient) => (query: RouteQuery, fetch: () => Promise<object>) =>
  void queryClient.prefetchQuery({ queryKey: keyOf[query], queryFn: fetch });

/** A batch answers as a whole: the list that everybody waits for does not wait for a slower call beside it. */
const listAlone: TRPCLink<AppRouter> = (runtime) => {
  const [ofList, ofOthers] = [links(), links()].map(([link]) => link?.(runtime));
  return (call) => {
    const chosen = call.op.path === 'user.offers.list' ? ofList : ofOthers;
    if (!chosen) throw new Error('there is no way to the server');
    return chosen(call);
  };
};

const UserIdContext = createContext<number | undefined>(undefined);

/** Whose data this is. */
export function useUserId(): number {
  const userId = use(UserIdContext);
  if (userId === undefined) throw new Error('useUserId must be used within a DataProvider');
  return userId;
}

/**
 * The query library, with a cache that lives as long as one person's session. A call that is refused for want of a
 * session ends it.
 */
export function DataProvider({ userId, children }: { userId: number; children: ReactNode }) {
  const { onSessionLost } = useAuth();
  const [queryClient] = useState(() => {
    const onError = (error: unknown) => void endsSession(error, onSessionLost);
    const made = new QueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
      defaultOptions: {
        queries: {
          // An answer this young is not asked for again when a screen opens.
          staleTime: 3000,
          // Without a connection a press of Refresh fails, and says so: by default it would wait in silence.
          networkMode: 'always',
          refetchOnReconnect: 'always',
          retry: (failures, error) => failures < 1 && !isFinal(error),
          retryDelay: 800,
        },
        mutations: { retry: false, networkMode: 'always' },
      },
    });
    consumeEarlyQueries(prefetchWith(made));
    return made;
  });
  useEffect(() => {
    dropEarlyQueries();
    return prefetchInto(prefetchWith(queryClient));
  }, [queryClient]);
  const [trpcClient] = useState(() => trpc.createClient({ links: [listAlone] }));
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <UserIdContext value={userId}>{children}</UserIdContext>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
