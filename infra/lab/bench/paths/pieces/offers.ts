import { scripts } from '../lean/schema.ts';
import { type Request, requestFile } from '../load.ts';
import { sessionOf } from '../product/fill.ts';
import type { Way } from '../rows.ts';
import type { Setting } from '../setting.ts';

export const offersJoin = (setting: Setting): Way => ({
  name: 'three-way join of offers, with a good plan',
  isBase: true,
  // Row by row through the keys: its cost grows with nobody else's rows.
  run: () =>
    setting.script('bench_lean', {
      script: scripts.offers,
      settings: { enable_mergejoin: 'off', enable_hashjoin: 'off', enable_material: 'off' },
    }),
});

/** Lists of people with 45 completions. */
export const offersRequests = ({ facts: { readers } }: Setting, path: string) =>
  requestFile(readers.map((user): Request => ({ method: 'GET', path, cookie: sessionOf(user) })));

export function offersWays(setting: Setting): Way[] {
  const over = (path: string) => async () => {
    const requests = offersRequests(setting, path);
    return setting.requests(requests).finally(requests.remove);
  };
  return [
    offersJoin(setting),
    { name: 'offers over .php', run: over('/api/offers.php') },
    { name: 'offers over tRPC', run: over('/trpc/user.offers.list') },
  ];
}
