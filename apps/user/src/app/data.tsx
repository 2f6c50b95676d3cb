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

/** Typed hooks of the server's procedures. */
export const trpc = createTRPCReact<AppRouter>();

/** Whether an error is a refusal that a retry would not change. */
const isFinal = (error: unknown): boolean => {
  const code = getErrorCode(error);
  return code !== undefined && code !== 'INTERNAL' && code !== 'UNAVAILABLE';
};

/** Refetches on every return to the foreground: from another tab or window, or when the browser restores the page. */
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

/** The keys of the queries that route loaders start. */
const keyOf: Record<RouteQuery, QueryKey> = {
  offers: getQueryKey(trpc.user.offers.list, undefined, 'query'),
  statistics: getQueryKey(trpc.user.insights.stats, undefined, 'query'),
};

const prefetchWith = (queryClient: QueryClient) => (query: RouteQuery, fetch: () => Promise<object>) =>
  void queryClient.prefetchQuery({ queryKey: keyOf[query], queryFn: fetch });

/**
 * Sends the query for the list of offers outside of batches. The results of a batch arrive together, so a slower call
 * would delay the list.
 */
const listAlone: TRPCLink<AppRouter> = (runtime) => {
  const [listLink, otherLink] = [links(), links()].map(([link]) => link?.(runtime));
  return (call) => {
    const chosen = call.op.path === 'user.offers.list' ? listLink : otherLink;
    if (!chosen) throw new Error('there is no way to the server');
    return chosen(call);
  };
};

const UserIdContext = createContext<number | undefined>(undefined);

/** The signed-in user's id. */
export function useUserId(): number {
  const userId = use(UserIdContext);
  if (userId === undefined) throw new Error('useUserId must be used within a DataProvider');
  return userId;
}

/**
 * The query library with a cache for one person's session. A call that the server refuses without a valid session ends
 * the session in the app.
 */
export function DataProvider({ userId, children }: { userId: number; children: ReactNode }) {
  const { onSessionLost } = useAuth();
  const [queryClient] = useState(() => {
    const onError = (error: unknown) => void endsSession(error, onSessionLost);
    const created = new QueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
      defaultOptions: {
        queries: {
          // A screen that opens does not refetch an answer that is less than 3 s old.
          staleTime: 3000,
          // Offline, a press of Refresh fails with a message; by default it would wait silently.
          networkMode: 'always',
          refetchOnReconnect: 'always',
          retry: (failures, error) => failures < 1 && !isFinal(error),
          retryDelay: 800,
        },
        mutations: { retry: false, networkMode: 'always' },
      },
    });
    consumeEarlyQueries(prefetchWith(created));
    return created;
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
