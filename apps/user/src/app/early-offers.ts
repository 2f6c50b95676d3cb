import type { UserOfferList } from '@inaam/contracts/offers';
import { client } from './client.ts';
import { paths } from './paths.ts';

/**
 * Whoever opens the dashboard wants its offers: they are asked for in the same request that asks who is signed in, and not a round
 * trip later. A refusal means nothing here; the list's own query then asks again.
 */
let early: { at: number; list: UserOfferList } | undefined;

export function askEarly(): void {
  if (location.pathname !== paths.offers) return;
  client.user.offers.list.query().then(
    (list) => {
      early = { at: Date.now(), list };
    },
    () => undefined,
  );
}

/** Hands the answer out, once. */
export function takeEarly(): typeof early {
  const taken = early;
  early = undefined;
  return taken;
}
