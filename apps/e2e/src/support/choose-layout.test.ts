import { expect, test } from 'vitest';
import { chooseThemes, runsAtWidth } from './choose-layout.ts';

const titles = Array.from({ length: 40 }, (_, index) => `journey ${index}`);

test('chooses one width per journey by a seed, and uses both widths overall', () => {
  const onPhone = titles.filter((title) => runsAtWidth(title, 'phone', 7));
  const onDesktop = titles.filter((title) => runsAtWidth(title, 'desktop', 7));
  expect([...onPhone, ...onDesktop].toSorted()).toEqual(titles.toSorted());
  expect(Math.min(onPhone.length, onDesktop.length)).toBeGreaterThan(0);
});

test('draws both widths over many seeds, and always the same width from the same seed', () => {
  const seeds = Array.from({ length: 40 }, (_, index) => index + 1);
  const widths = seeds.map((seed) => runsAtWidth('a journey', 'phone', seed));
  expect(new Set(widths).size).toBe(2);
  expect(seeds.map((seed) => runsAtWidth('a journey', 'phone', seed))).toEqual(widths);
});

test('runs at both widths without a seed', () => {
  expect(titles.every((title) => runsAtWidth(title, 'phone', 0) && runsAtWidth(title, 'desktop', 0))).toBe(true);
});

test('draws one theme per journey from a seed, independent of its width', () => {
  const drawn = titles.map((title) =>
    [runsAtWidth(title, 'phone', 7) ? 'phone' : 'desktop', ...chooseThemes(title, 7)].join(),
  );
  expect(new Set(drawn)).toEqual(new Set(['phone,dark', 'phone,light', 'desktop,dark', 'desktop,light']));
  expect(titles.map((title) => chooseThemes(title, 7))).toEqual(titles.map((title) => chooseThemes(title, 7)));
});

test('uses both themes without a seed', () => {
  expect(titles.map((title) => chooseThemes(title, 0))).toEqual(titles.map(() => ['dark', 'light']));
});
