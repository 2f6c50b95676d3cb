import { expect, test } from 'vitest';
import { allToggled, coverage, noSelection, type Selection, toggled } from './selection.ts';

const rows = [11, 7, 9, 3, 5];
const chosen = (keys: Selection['keys']) => rows.filter((key) => keys.has(key));

test('a row is ticked and unticked by itself', () => {
  const one = toggled(noSelection, rows, 7, true, false);
  expect(chosen(one.keys)).toEqual([7]);
  expect(chosen(toggled(one, rows, 7, false, false).keys)).toEqual([]);
});

test('shift takes all rows between, in either direction, and unticks them as well', () => {
  const down = toggled(toggled(noSelection, rows, 7, true, false), rows, 3, true, true);
  expect(chosen(down.keys)).toEqual([7, 9, 3]);
  expect(chosen(toggled(down, rows, 11, true, true).keys)).toEqual([11, 7, 9, 3]);
  expect(chosen(toggled(down, rows, 7, false, true).keys)).toEqual([]);
});

test('shift without an anchor on this page takes the one row', () => {
  expect(chosen(toggled(noSelection, rows, 9, true, true).keys)).toEqual([9]);
  expect(chosen(toggled({ keys: new Set(), anchor: 99 }, rows, 9, true, true).keys)).toEqual([9]);
});

test('the header stands for all rows, for some, or for none', () => {
  expect(coverage(noSelection, rows)).toBe('none');
  expect(coverage(toggled(noSelection, rows, 3, true, false), rows)).toBe('some');
  expect(coverage(allToggled(rows, true), rows)).toBe('all');
  expect(coverage(allToggled(rows, false), rows)).toBe('none');
  expect(coverage(noSelection, [])).toBe('none');
});
