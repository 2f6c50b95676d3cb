import { expect, test } from 'vitest';
import { getCoverage, noSelection, type Selection, toggleAll, toggleRow } from './selection.ts';

const rows = [11, 7, 9, 3, 5];
const listSelected = (keys: Selection['keys']) => rows.filter((key) => keys.has(key));

test('selects and deselects one row', () => {
  const selection = toggleRow(noSelection, rows, 7, true, false);
  expect(listSelected(selection.keys)).toEqual([7]);
  expect(listSelected(toggleRow(selection, rows, 7, false, false).keys)).toEqual([]);
});

test('selects and deselects a range with shift in either direction', () => {
  const selection = toggleRow(toggleRow(noSelection, rows, 7, true, false), rows, 3, true, true);
  expect(listSelected(selection.keys)).toEqual([7, 9, 3]);
  expect(listSelected(toggleRow(selection, rows, 11, true, true).keys)).toEqual([11, 7, 9, 3]);
  expect(listSelected(toggleRow(selection, rows, 7, false, true).keys)).toEqual([]);
});

test('selects only the clicked row on a shift-click if the start of the range is not on the page', () => {
  expect(listSelected(toggleRow(noSelection, rows, 9, true, true).keys)).toEqual([9]);
  expect(listSelected(toggleRow({ keys: new Set(), anchor: 99 }, rows, 9, true, true).keys)).toEqual([9]);
});

test('shows in the header whether all, some or no rows are selected', () => {
  expect(getCoverage(noSelection, rows)).toBe('none');
  expect(getCoverage(toggleRow(noSelection, rows, 3, true, false), rows)).toBe('some');
  expect(getCoverage(toggleAll(rows, true), rows)).toBe('all');
  expect(getCoverage(toggleAll(rows, false), rows)).toBe('none');
  expect(getCoverage(noSelection, [])).toBe('none');
});
