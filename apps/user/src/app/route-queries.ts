import type { AppRouter } from '@inaam/router/app-router';
import { createTRPCClient } from '@trpc/client';
import { links } from './client.ts';

/**
 * What a route shows first. The route's loader starts it, so that it travels beside the route's code and, on the first
 * load, beside the check of the session.
 */

/** A client of its own: in one batch with the check of the session, a slow list would hold that up. */
const client = createTRPCClient<AppRouter>({ links: links() });

const queries = {
  offers: () => client.user.offers.list.query(),
  statistics: () => client.user.insights.stats.query(),
} satisfies Record<string, () => Promise<object>>;
export type RouteQuery = keyof typeof queries;

const fetch = (query: RouteQuery): Promise<object> => queries[query]();

/** Puts a query's answer into the cache of the signed-in person. */
type Prefetch = (query: RouteQuery, answer: () => Promise<object>) => void;

let prefetch: Prefetch | undefined;

/** Started while nobody is known to be signed in: the cache comes later. */
let early = new Map<RouteQuery, Promise<object>>();

function startEarly(query: RouteQuery): void {
  const answer = fetch(query);
  // A refusal means nothing here: the screen asks again.
  answer.catch(() => undefined);
  early.set(query, answer);
}

/** For a route's loader: starts its query when the route is entered. A mere preload of its code fetches no data. */
export const startsQuery =
  (query: RouteQuery) =>
  ({ cause }: { cause: 'preload' | 'enter' | 'stay' }): void => {
    if (cause !== 'enter') return;
    if (prefetch) prefetch(query, () => fetch(query));
    else startEarly(query);
  };

/**
 * Hands a cache what was started before it was there. It stays until it is dropped: a first render whose screen is
 * still on its way is thrown away, and its cache with it.
 */
export function consumeEarlyQueries(into: Prefetch): void {
  for (const [query, answer] of early) into(query, () => answer.catch(() => fetch(query)));
}

/** From now on a route's query starts in this cache. @returns how to stop that */
export function prefetchInto(into: Prefetch): () => void {
  prefetch = into;
  return () => {
    if (prefetch === into) prefetch = undefined;
  };
}

/** A cache that stays has it, or somebody else is signed in by now: nobody takes it any more. */
export function dropEarlyQueries(): void {
  early = new Map();
}

/** The check of the session starts again, and so does what waits for it. */
export function restartEarlyQueries(): void {
  for (const query of early.keys()) startEarly(query);
}
