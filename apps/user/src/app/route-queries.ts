import type { AppRouter } from '@inaam/router/app-router';
import { createTRPCClient } from '@trpc/client';
import { links } from './client.ts';

/**
 * The first query of each route. The route's loader starts it, parallel to the route's code and, on the first load, to
 * the session check.
 */

/** A separate client: in one batch, a slow list would delay the session check. */
const client = createTRPCClient<AppRouter>({ links: links() });

const queries = {
  offers: () => client.user.offers.list.query(),
  statistics: () => client.user.insights.stats.query(),
} satisfies Record<string, () => Promise<object>>;
export type RouteQuery = keyof typeof queries;

let latestSettled: Promise<unknown> = Promise.resolve();

function fetch(query: RouteQuery): Promise<object> {
  const answer = queries[query]();
  // A refusal is ignored here, because the screen repeats the query.
  latestSettled = answer.catch(() => undefined);
  return answer;
}

/** Runs a query and stores its answer in the signed-in person's cache. */
type Prefetch = (query: RouteQuery, answer: () => Promise<object>) => void;

let prefetch: Prefetch | undefined;

/** Queries that started before the session was known, when there was no cache yet. */
let early = new Map<RouteQuery, Promise<object>>();

/** Waits until the latest query of a route has succeeded or failed. */
export const whenRouteQueriesSettle = (): Promise<unknown> => latestSettled;

function startEarly(query: RouteQuery): void {
  early.set(query, fetch(query));
}

/** A route loader that starts the query on entry. Preloading the route's code fetches no data. */
export const startsQuery =
  (query: RouteQuery) =>
  ({ cause }: { cause: 'preload' | 'enter' | 'stay' }): void => {
    if (cause !== 'enter') return;
    if (prefetch) prefetch(query, () => fetch(query));
    else startEarly(query);
  };

/**
 * Puts early queries into a cache. The queries are also kept here until `dropEarlyQueries`, because React discards a
 * suspended first render together with its cache.
 */
export function consumeEarlyQueries(into: Prefetch): void {
  for (const [query, answer] of early) into(query, () => answer.catch(() => fetch(query)));
}

/** Makes route loaders prefetch their queries into this cache. @returns a function that ends the prefetching */
export function prefetchInto(into: Prefetch): () => void {
  prefetch = into;
  return () => {
    if (prefetch === into) prefetch = undefined;
  };
}

/** Drops the early queries, once a lasting cache has their answers or another person has signed in. */
export function dropEarlyQueries(): void {
  early = new Map();
}

/** Restarts early queries together with the session check. */
export function restartEarlyQueries(): void {
  for (const query of early.keys()) startEarly(query);
}
