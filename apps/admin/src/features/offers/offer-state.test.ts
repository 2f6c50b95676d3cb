import { expect, test } from 'vitest';
import { describeSchedule, formatSchedule, getOfferStatus } from './offer-state.ts';

const TODAY = '2026-07-19';
const activeOffer = { is_active: true, archived_at: null, starts_on: null, ends_on: null };

test.each([
  [activeOffer, 'active', undefined],
  [{ ...activeOffer, ends_on: TODAY }, 'active', 'until 19 Jul 2026'],
  [{ ...activeOffer, starts_on: TODAY }, 'active', undefined],
  [{ ...activeOffer, starts_on: '2026-07-20' }, 'scheduled', 'from 20 Jul 2026'],
  [{ ...activeOffer, starts_on: '2026-07-20', ends_on: '2026-07-20' }, 'scheduled', 'on 20 Jul 2026'],
  [{ ...activeOffer, ends_on: '2026-07-18' }, 'ended', 'on 18 Jul 2026'],
  [{ ...activeOffer, is_active: false, starts_on: '2026-07-20' }, 'inactive', undefined],
  [{ ...activeOffer, is_active: false, archived_at: '2026-07-01T00:00:00.000Z' }, 'archived', undefined],
] as const)('classifies %o as %s, and describes its schedule as %s', (offer, status, words) => {
  expect(getOfferStatus(offer, TODAY)).toBe(status);
  expect(formatSchedule(offer, TODAY)).toBe(words);
});

test('explains the first and the last day of the schedule', () => {
  expect(describeSchedule('', '')).toBe('Users can start it now, with no end date.');
  expect(describeSchedule('2026-07-20', '')).toBe('Users can start it from 20 Jul 2026 on.');
  expect(describeSchedule('', '2026-07-20')).toBe('Users can start it now; the last day is 20 Jul 2026.');
  expect(describeSchedule('2026-07-20', '2026-07-21')).toBe('Users can start it from 20 Jul 2026 to 21 Jul 2026.');
  expect(describeSchedule('2026-07-21', '2026-07-20')).toBe('The last day is before the first one.');
});
