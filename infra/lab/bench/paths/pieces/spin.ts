import { scripts } from '../lean/schema.ts';
import { MANY_CONNECTIONS, requestFile } from '../load.ts';
import { sessionOf } from '../product/fill.ts';
import { SETTLED, settle } from '../product/settle.ts';
import type { Way } from '../rows.ts';
import type { Setting } from '../setting.ts';

export const leanSpin = (setting: Setting): Way => ({
  name: 'lean limit of a spin',
  isBase: true,
  run: () => setting.script('bench_lean', { script: scripts.spin, variables: { base: 0 } }),
});

/** Spins of people and offers in turn, each once. */
export function spinRequests({ facts }: Setting, path: string) {
  return requestFile(
    facts.ready.map(({ user, offer }) => ({
      method: 'POST' as const,
      path,
      cookie: sessionOf(user),
      body: { offerId: offer, clientSeed: 'bench' },
    })),
  );
}

/** The limit again with as many sessions as there are callers: more than sixteen gain it nothing. */
const leanSpinOfMany = (setting: Setting): Way => ({
  name: 'lean limit of a spin, 64 sessions',
  run: () =>
    setting.script('bench_lean', { script: scripts.spin, variables: { base: 0 }, connections: MANY_CONNECTIONS }),
});

export function spinWays(setting: Setting): Way[] {
  const { readyBase } = setting.facts;
  const over = (path: string, connections?: number) => async () => {
    const requests = spinRequests(setting, path);
    return setting.requests(requests, { once: true, connections, check: SETTLED }).finally(requests.remove);
  };
  return [
    leanSpin(setting),
    leanSpinOfMany(setting),
    {
      name: 'settlement alone',
      run: () =>
        setting.script('bench_product', { script: settle.spread, variables: { base: readyBase }, check: SETTLED }),
    },
    { name: 'spin over .php', run: over('/api/spin.php') },
    { name: 'spin over tRPC', run: over('/trpc/user.spins.spin') },
    { name: 'spin over .php, 64 callers', run: over('/api/spin.php', MANY_CONNECTIONS) },
    { name: 'spin over tRPC, 64 callers', run: over('/trpc/user.spins.spin', MANY_CONNECTIONS) },
  ];
}

/** One offer and one amount for all, and the same while a stranger holds a snapshot; told in four parts. */
export function hotWays(setting: Setting): Way[] {
  const { extent, facts } = setting;
  const common = { seconds: extent.hotSeconds, every: extent.hotSeconds / 4, prepared: extent.hot };
  const lean = { ...common, script: scripts.hotSpin, variables: { base: extent.ready } };
  const product = { ...common, script: settle.hot, variables: { base: facts.hotBase }, check: SETTLED };
  return [
    leanSpin(setting),
    { name: 'lean limit, hot', run: () => setting.script('bench_lean', lean) },
    { name: 'lean limit, hot, foreign snapshot', run: () => setting.script('bench_lean', { ...lean, snapshot: true }) },
    { name: 'settlement, hot', run: () => setting.script('bench_product', product) },
    {
      name: 'settlement, hot, foreign snapshot',
      run: () => setting.script('bench_product', { ...product, snapshot: true }),
    },
  ];
}
