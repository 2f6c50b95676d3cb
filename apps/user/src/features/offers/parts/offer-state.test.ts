import type { UserOffer } from '@inaam/contracts/offers/offers';
import { describe, expect, test } from 'vitest';
import { anOffer } from '../../../testing/offer-fixture.ts';
import {
  actionLabel,
  countOffers,
  getLargestPrize,
  getOfferState,
  isActionable,
  sortByRelevance,
} from './offer-state.ts';

const offer = anOffer;
const makeSpunOffer = (over: Partial<UserOffer>) => offer({ completed: true, spinner_used: true, ...over });

const cases = {
  available: offer(),
  confirming: offer({ completed: true, pending: true }),
  ready: offer({ completed: true }),
  won: makeSpunOffer({ reward_type: 'voucher_10', voucher_code: 'A' }),
  owed: makeSpunOffer({ reward_type: 'voucher_25', owed: true }),
  lost: makeSpunOffer({}),
  reversed: offer({ completed: true, reversed: true }),
};

test.each([
  ['available', 'Start Offer', true],
  ['confirming', 'Being confirmed', false],
  ['ready', 'Spin Wheel', true],
  ['won', 'Won ₹10 Voucher', false],
  ['owed', 'Won ₹25 Voucher', false],
  ['lost', 'Better Luck Next Time', false],
  ['reversed', 'Cancelled by the partner', false],
] as const)('%s: the button says %s', (state, label, actionable) => {
  expect(getOfferState(cases[state])).toBe(state);
  expect(actionLabel(cases[state])).toBe(label);
  expect(isActionable(cases[state])).toBe(actionable);
});

test('still counts a win as won after a reversal', () => {
  expect(getOfferState(makeSpunOffer({ reward_type: 'voucher_10', reversed: true }))).toBe('won');
});

test('counts every offer that is not available as completed, so that the counters add up', () => {
  expect(countOffers(Object.values(cases))).toEqual({ total: 7, completed: 6, available: 1, ready: 1 });
  expect(countOffers([])).toEqual({ total: 0, completed: 0, available: 0, ready: 0 });
});

describe('getLargestPrize', () => {
  test('ignores prizes with a chance of 0', () => {
    const config = '{"rewards":[{"amount":500,"probability":0},{"amount":25,"probability":0.1}]}';
    expect(getLargestPrize(offer({ spinner_config: config }))).toBe(25);
    expect(getLargestPrize(offer({ spinner_config: '{"rewards":[{"amount":5,"probability":0}]}' }))).toBeUndefined();
  });
  test('uses the default odds for a missing or unreadable configuration', () => {
    expect(getLargestPrize(offer({ spinner_config: '' }))).toBe(10);
  });
});

test('sorts ready offers first, then available ones, reversed ones last, and otherwise keeps the order', () => {
  const { available, ready, lost, won, reversed } = cases;
  const second = offer({ offer_id: 2 });
  expect(sortByRelevance([reversed, lost, available, won, second, ready])).toEqual([
    ready,
    available,
    second,
    lost,
    won,
    reversed,
  ]);
});
