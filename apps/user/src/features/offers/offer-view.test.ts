import { describe, expect, test } from 'vitest';
import { anOffer } from '../../testing/offer-fixture.ts';
import { computePlaces } from './offer-places.ts';
import {
  DEFAULT_VIEW,
  estimateMinutes,
  getAverageWin,
  getExpectedValue,
  getWinChance,
  groupOffers,
  listCategories,
} from './offer-view.ts';

const config = (rewards: [amount: number, probability: number][]) =>
  JSON.stringify({ rewards: rewards.map(([amount, probability]) => ({ amount, probability })) });

/**
 * Three offers with average wins of ₹2, ₹6 and ₹5. Each comes first in one sort order: by chance, by largest prize or
 * by effort.
 */
const often = anOffer({ offer_id: 1, title: 'Often', spinner_config: config([[5, 40]]), model: 'CPA' });
const rich = anOffer({
  offer_id: 2,
  title: 'Rich',
  spinner_config: config([
    [500, 1],
    [10, 10],
  ]),
  model: 'CPI',
});
const quick = anOffer({
  offer_id: 3,
  title: 'Café quiz',
  category: 'Game',
  description: 'About four minutes.',
  spinner_config: config([[50, 10]]),
});
const all = [often, rich, quick];
const order = (sort: typeof DEFAULT_VIEW.sort) =>
  groupOffers(all, { ...DEFAULT_VIEW, sort }).forYou.map(({ offer_id }) => offer_id);

describe('the sort order of offers', () => {
  test('ranks by the average value of a spin in rupees', () => {
    expect(all.map(getAverageWin)).toEqual([2, 6, 5]);
    expect(order('recommended')).toEqual([2, 3, 1]);
  });
  test('multiplies the average win by the finish rate of similar people', () => {
    const measured = [
      { ...often, finish_rate: 0.9 },
      { ...rich, finish_rate: 0.2 },
      { ...quick, finish_rate: 0.5 },
    ];
    expect(measured.map((one) => Math.round(10 * getExpectedValue(one)) / 10)).toEqual([1.8, 1.2, 2.5]);
    expect(groupOffers(measured, DEFAULT_VIEW).forYou.map(({ offer_id }) => offer_id)).toEqual([3, 1, 2]);
  });
  test.each([
    ['prize', [2, 3, 1]],
    ['chance', [1, 2, 3]],
    ['effort', [3, 2, 1]],
    ['new', [1, 2, 3]],
  ] as const)('sorts by %s', (sort, ids) => expect(order(sort)).toEqual(ids));
  test('keeps the given order of offers of equal value', () => {
    const twin = { ...often, offer_id: 9 };
    expect(groupOffers([twin, often], DEFAULT_VIEW).forYou.map(({ offer_id }) => offer_id)).toEqual([9, 1]);
  });
});

test('computes the chance of any win', () => expect(getWinChance(rich)).toBe(110));

test.each([
  ['About four minutes.', 4],
  ['A 15-minute talk', 15],
  ['Takes 3 min or so', 3],
  ['Reach level 20 within seven days.', undefined],
  ['', undefined],
])('reads the minutes of “%s”', (description, minutes) =>
  expect(estimateMinutes(anOffer({ description }))).toBe(minutes),
);

describe('sections', () => {
  const now = '2026-11-20T10:00:00.000Z';
  const view = DEFAULT_VIEW;
  const started = anOffer({ offer_id: 4, started_at: '2026-11-20T10:00:00.000Z' });
  const confirming = anOffer({ offer_id: 5, completed: true, pending: true });
  const ready = anOffer({ offer_id: 6, completed: true });
  const lost = anOffer({ offer_id: 7, completed: true, spinner_used: true });
  const cancelled = anOffer({ offer_id: 8, completed: true, reversed: true });
  test('group offers by what to do next', () => {
    const sections = groupOffers([started, confirming, ready, lost, cancelled, often], DEFAULT_VIEW);
    const ids = Object.fromEntries(
      Object.entries(sections).map(([name, offers]) => [name, (offers as typeof all).map(({ offer_id }) => offer_id)]),
    );
    expect(ids).toEqual({ ready: [6], progress: [4, 5], forYou: [1], done: [7, 8] });
  });
  test('keep each offer in its earlier section', () => {
    const places = computePlaces([started, often]);
    const sections = groupOffers([{ ...started, completed: true }, { ...often, started_at: now }, ready], view, places);
    expect(sections.progress.map(({ offer_id }) => offer_id)).toEqual([4]);
    expect(sections.forYou.map(({ offer_id }) => offer_id)).toEqual([1]);
    expect(sections.ready).toEqual([ready]);
  });
  test('contain the offers in which every search word occurs, ignoring accents', () => {
    const search = (text: string) => groupOffers(all, { ...DEFAULT_VIEW, text }).forYou.map(({ offer_id }) => offer_id);
    expect(search('cafe')).toEqual([3]);
    expect(search(' quiz MINUTES ')).toEqual([3]);
    expect(search('cafe survey')).toEqual([]);
    expect(search('')).toHaveLength(3);
  });
  test('contain only offers of the chosen category', () => {
    expect(groupOffers(all, { ...DEFAULT_VIEW, category: 'Game' }).forYou).toEqual([quick]);
    expect(listCategories(all)).toEqual(['Survey', 'Game']);
  });
});
