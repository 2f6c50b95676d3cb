import { PEOPLE } from '../lean/schema.ts';
import { type Request, type RequestFile, requestFile } from '../load.ts';
import { startNaive } from '../peers/naive-process.ts';
import { phpMissing, startPhp } from '../peers/php.ts';
import type { Way } from '../rows.ts';
import type { Setting } from '../setting.ts';
import { bareClick, clickRequests } from './click.ts';
import { offersJoin, offersRequests } from './offers.ts';
import { leanSpin, spinRequests } from './spin.ts';

type Job = 'spin' | 'click' | 'offers';

/** The lean tables' people: their sessions' cookies, and what they ask for. */
const LEAN: Record<Job, (setting: Setting) => Request[]> = {
  spin: ({ extent }) =>
    Array.from({ length: extent.ready }, (_, n) => ({
      method: 'POST',
      path: '',
      cookie: `session=session${(n % PEOPLE) + 1}`,
      body: { completionId: n + 1 },
    })),
  click: () =>
    Array.from({ length: 30_000 }, (_, n) => ({
      method: 'POST',
      path: '',
      cookie: `session=session${(n % PEOPLE) + 1}`,
      body: { offerId: (n % 50) + 1 },
    })),
  offers: () =>
    Array.from({ length: 200 }, (_, n) => ({
      method: 'GET',
      path: '',
      cookie: `session=session${PEOPLE + 1 + n}`,
    })),
};
const OURS: Record<Job, (setting: Setting) => RequestFile> = {
  spin: (setting) => spinRequests(setting, '/trpc/user.spins.spin'),
  click: (setting) => clickRequests(setting, '/trpc/user.clicks.create'),
  offers: (setting) => offersRequests(setting, '/trpc/user.offers.list'),
};
const BASES = { spin: leanSpin, click: bareClick, offers: offersJoin };

/**
 * The same job by the product and by two usual ways to build it, which work on the lean tables: theirs is less to do.
 */
export function peerWays(setting: Setting, job: Job): Way[] {
  const once = job === 'spin';
  const lean = (path: string) => requestFile(LEAN[job](setting).map((request) => ({ ...request, path })));
  const measured = (make: () => RequestFile, serve?: (url: string) => ReturnType<typeof startNaive>) => async () => {
    const requests = make();
    return setting.requests(requests, { once, ...(serve && { serve }) }).finally(requests.remove);
  };
  return [
    BASES[job](setting),
    { name: `${job}: ours over tRPC`, run: measured(() => OURS[job](setting)) },
    { name: `${job}: naive Drizzle and tRPC`, run: measured(() => lean(`/trpc/${job}`), startNaive) },
    ...(phpMissing() === undefined
      ? [{ name: `${job}: PHP-FPM`, run: measured(() => lean(`/${job}.php`), startPhp) }]
      : []),
  ];
}
