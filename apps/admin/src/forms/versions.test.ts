import { expect, test } from 'vitest';
import { compareVersions } from './versions.ts';

test('reports a conflict only for fields that both admins changed to different values', () => {
  const base = { title: 'Tea', odds: [5], cap: '1', note: '' };
  expect(
    compareVersions(
      base,
      { ...base, title: 'Chai', odds: [10], note: 'new' },
      { ...base, title: 'Tea survey', cap: '2', note: 'new' },
    ),
  ).toEqual({ conflicts: ['title'], changedByOther: ['cap'] });
});

test('ignores the order of keys', () => {
  const base = { odds: { a: 1, b: 2 } };
  expect(compareVersions(base, base, { odds: { b: 2, a: 1 } })).toEqual({ conflicts: [], changedByOther: [] });
});
