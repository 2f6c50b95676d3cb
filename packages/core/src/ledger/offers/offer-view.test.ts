import { DEFAULT_ODDS } from '@inaam/contracts/offers/odds';
import type { offers } from '@inaam/db/schema/offers';
import { expect, test } from 'vitest';
import { offerView } from './offer-view.ts';

const offer = {
  id: 1,
  rewardPaise: 2000,
  goals: [],
  countryQuotas: [],
  createdAt: new Date(0),
  archivedAt: null,
} as unknown as typeof offers.$inferSelect;
const figures = (completions: number, revenuePaise: number, days: number) => {
  const view = offerView(offer, DEFAULT_ODDS, null, null, { completions, spins: 0, revenuePaise, days });
  return [view.avg_payout, view.daily_avg_completions];
};

test.each([
  ['no completions', 0, 0, 1, [0, 0]],
  ['an average payout of 1.5 paise', 2, 3, 1, [0.02, 2]],
  ['a quarter of a completion per day', 1, 2000, 4, [20, 0.3]],
  ['less than a twentieth of a completion per day', 1, 2000, 21, [20, 0]],
  ['no full day yet', 3, 6000, 0, [20, 3]],
] as const)('computes averages of an offer with %s', (_, completions, revenue, days, expected) => {
  expect(figures(completions, revenue, days)).toEqual(expected);
});
