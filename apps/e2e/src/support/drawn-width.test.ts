import { expect, test } from 'vitest';
import { isWalked, themesOf } from './drawn-width.ts';

const titles = Array.from({ length: 40 }, (_, index) => `journey ${index}`);

test('by a seed each journey is walked on one width, and some on each', () => {
  const onPhone = titles.filter((title) => isWalked(title, 'phone', 7));
  const onDesktop = titles.filter((title) => isWalked(title, 'desktop', 7));
  expect([...onPhone, ...onDesktop].toSorted()).toEqual(titles.toSorted());
  expect(Math.min(onPhone.length, onDesktop.length)).toBeGreaterThan(0);
});

test('another seed draws another width, the same one the same', () => {
  const seeds = Array.from({ length: 40 }, (_, index) => index + 1);
  const widths = seeds.map((seed) => isWalked('a journey', 'phone', seed));
  expect(new Set(widths).size).toBe(2);
  expect(seeds.map((seed) => isWalked('a journey', 'phone', seed))).toEqual(widths);
});

test('without a seed it is walked on both', () => {
  expect(titles.every((title) => isWalked(title, 'phone', 0) && isWalked(title, 'desktop', 0))).toBe(true);
});

test('by a seed a journey is looked at in one theme, some in each, and apart from its width', () => {
  const drawn = titles.map((title) =>
    [isWalked(title, 'phone', 7) ? 'phone' : 'desktop', ...themesOf(title, 7)].join(),
  );
  expect(new Set(drawn)).toEqual(new Set(['phone,dark', 'phone,light', 'desktop,dark', 'desktop,light']));
  expect(titles.map((title) => themesOf(title, 7))).toEqual(titles.map((title) => themesOf(title, 7)));
});

test('without a seed it is looked at in both', () => {
  expect(titles.map((title) => themesOf(title, 0))).toEqual(titles.map(() => ['dark', 'light']));
});
