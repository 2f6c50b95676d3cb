import { scripts } from '../lean/schema.ts';
import { MANY_CONNECTIONS, requestFile } from '../load.ts';
import { recordClick } from '../product/click.ts';
import { sessionOf } from '../product/fill.ts';
import type { Way } from '../rows.ts';
import type { Setting } from '../setting.ts';

export const bareClick = (setting: Setting): Way => ({
  name: "bare insert of a click, with the session's check",
  isBase: true,
  run: () => setting.script('bench_lean', { script: scripts.click }),
});

/** Clicks of people in turn, so many that the generator goes round. */
export function clickRequests({ facts: { clickers, offers } }: Setting, path: string) {
  return requestFile(
    Array.from({ length: 30_000 }, (_, n) => ({
      method: 'POST' as const,
      path,
      cookie: sessionOf(clickers[n % clickers.length] ?? 0),
      body: { offerId: offers[(n * 7) % offers.length] },
    })),
  );
}

export function clickWays(setting: Setting): Way[] {
  const over = (path: string, connections?: number) => async () => {
    const requests = clickRequests(setting, path);
    return setting.requests(requests, { connections }).finally(requests.remove);
  };
  const [first = 0] = setting.facts.clickers;
  return [
    bareClick(setting),
    {
      name: 'click in the database alone',
      run: () => setting.script('bench_product', { script: recordClick, variables: { first } }),
    },
    { name: 'click over .php', run: over('/api/click-offer.php') },
    { name: 'click over tRPC', run: over('/trpc/user.clicks.create') },
    { name: 'click over .php, 64 callers', run: over('/api/click-offer.php', MANY_CONNECTIONS) },
    { name: 'click over tRPC, 64 callers', run: over('/trpc/user.clicks.create', MANY_CONNECTIONS) },
  ];
}
