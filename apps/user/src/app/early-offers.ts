import type { UserOfferList } from '@inaam/contracts/offers/offers';
import { client } from './client.ts';
import { paths } from './paths.ts';

/**
 * Whoever opens the dashboard wants its offers: they are asked for while the server still says who is signed in, and not a round trip
 * later. In a request of their own, so that a slow list does not hold up the answer about the session.
 */
let early: Promise<UserOfferList> | undefined;

export function askEarly(): void {
  if (location.pathname !== paths.offers) return;
  // Calls of one moment travel in one batch, which answers as a whole; this one comes a moment later.
  early = new Promise((resolve, reject) => {
    setTimeout(() => void client.user.offers.list.query().then(resolve, reject));
  });
  // A refusal means nothing here: whoever takes it asks again.
  early.catch(() => undefined);
}

/** Hands what was asked for out, once. */
export function takeEarly(): Promise<UserOfferList> | undefined {
  const taken = early;
  early = undefined;
  return taken;
}
