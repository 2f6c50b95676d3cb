import type { BrowserContext, Page, Route } from '@playwright/test';

/** Matches the app's calls of a procedure, such as `user.offers.list`. */
const matchCalls = (procedure: string): RegExp => new RegExp(`/trpc/[^?]*${procedure.replaceAll('.', '\\.')}`);

/** Passes the page's next `times` calls of a procedure to `act`, by default all calls. */
export const intercept = (
  page: Page,
  procedure: string,
  act: (route: Route, procedure: string) => Promise<void>,
  times?: number,
): Promise<unknown> =>
  page.route(
    matchCalls(procedure),
    async (route) => {
      try {
        await act(route, procedure);
      } catch (error) {
        // A call in flight fails when its test ends. `unrouteAll` ignores such failures only for active routes.
        if (!page.context().isClosed()) throw error;
      }
    },
    times === undefined ? {} : { times },
  );

/** Ends all interceptions in all contexts of the browser. Does not wait for calls in flight, because some never end. */
export async function endInterceptions(context: BrowserContext): Promise<void> {
  const contexts = context.browser()?.contexts() ?? [context];
  const all = [...contexts, ...contexts.flatMap((each) => each.pages())];
  await Promise.all(all.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
}

/** Ends the interception of a procedure. */
export const stopIntercepting = (page: Page, procedure: string): Promise<void> => page.unroute(matchCalls(procedure));

/** Lets the server process the call, but drops the answer. */
export const dropAnswer = async (route: Route): Promise<void> => {
  await route.fetch();
  await route.abort('connectionreset');
};

/**
 * Runs in the page: timers of 30 s and more never fire. The user app cancels a call after 30 s, and on a busy machine a
 * journey checks the waiting page for longer.
 */
function withoutDeadlines(): void {
  const start = window.setTimeout;
  window.setTimeout = ((act: TimerHandler, ms?: number, ...rest: unknown[]) =>
    start(act, ms !== undefined && ms >= 30_000 ? 2 ** 31 - 1 : ms, ...rest)) as typeof window.setTimeout;
}

/**
 * Holds back all calls of a procedure, so that the page keeps waiting.
 * @returns a function that ends the delay: it forwards the waiting and all later calls, or passes them to `act`
 */
export async function hold(page: Page, procedure: string): Promise<(act?: (route: Route) => Promise<void>) => void> {
  await page.addInitScript(withoutDeadlines);
  await page.evaluate(withoutDeadlines);
  const { promise: released, resolve } = Promise.withResolvers<(route: Route) => Promise<void>>();
  await intercept(page, procedure, async (route) => {
    const act = await released;
    // `act` fails if the page's last interception has ended, because Playwright has then already forwarded the call.
    await act(route).catch(() => undefined);
  });
  return (act = (route) => route.continue()) => resolve(act);
}

/** Forwards a call and rewrites the result of the procedure. Other results of the batch stay. */
export const rewrite =
  <T>(change: (result: T) => T) =>
  async (route: Route, procedure: string): Promise<void> => {
    const response = await route.fetch();
    const procedures = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
    const answers = (await response.json()) as { result: { data: T } }[];
    const json = answers.map((answer, index) =>
      procedures[index] === procedure ? { result: { data: change(answer.result.data) } } : answer,
    );
    await route.fulfill({ response, json });
  };

/** Reads the result from the response to a single call. */
export async function readResult<T>(response: { json: () => Promise<unknown> }): Promise<T> {
  const body = (await response.json()) as { result: { data: T } } | [{ result: { data: T } }];
  return (Array.isArray(body) ? body[0] : body).result.data;
}
