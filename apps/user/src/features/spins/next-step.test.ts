import { expect, test } from 'vitest';
import { anOffer } from '../../testing/offer-fixture.ts';
import { getNextStep, listOtherSpins } from './next-step.ts';

const spun = anOffer({ offer_id: 1, completed: true });
const ready = anOffer({ offer_id: 2, title: 'Tea survey', completed: true });
const started = anOffer({ offer_id: 3, title: 'Savings account', started_at: '2026-11-20T10:00:00.000Z' });
const confirming = anOffer({ offer_id: 4, title: 'Phone bill', completed: true, pending: true });
const close = { next_milestone: 10, milestone_progress: 7 };
const far = { next_milestone: 100, milestone_progress: 26 };

test('lists the ready spins except the one that was just used', () => {
  expect(listOtherSpins([spun, started, ready], 1)).toEqual([ready]);
});

test.each([
  ['a ready spin', [spun, started, ready], close, 'Next: “Tea survey” is ready to spin.'],
  ['a close milestone', [spun, started], close, '3 more offers to your milestone spin (10 offers).'],
  [
    'a milestone that is one offer away',
    [],
    { ...close, milestone_progress: 9 },
    '1 more offer to your milestone spin (10 offers).',
  ],
  ['an offer that is being confirmed', [started, confirming], far, '“Phone bill” is in progress.'],
  [
    'the offer that was started last',
    [{ ...started, offer_id: 5, title: 'Old', started_at: '2026-11-01' }, started],
    far,
    '“Savings account” is in progress.',
  ],
  ['a distant milestone if there is nothing else', [spun], far, '74 more offers to your milestone spin (100 offers).'],
  [
    'another offer if there is no milestone',
    [spun],
    { next_milestone: null, milestone_progress: 3 },
    'Finish another offer to spin again.',
  ],
  ['another offer while the figures are unknown', [spun], undefined, 'Finish another offer to spin again.'],
])('suggests after a loss: %s', (_, offers, stats, text) => {
  expect(getNextStep(offers, 1, stats)).toContain(text);
});
