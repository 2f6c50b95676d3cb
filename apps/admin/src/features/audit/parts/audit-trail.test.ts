import { expect, test } from 'vitest';
import { listChanges, listUnchanged } from './audit-trail.tsx';

test('lists only changed fields', () => {
  const before = { title: 'Daily survey', active: true, odds: [{ amount: 5, permille: 100 }] };
  const after = { title: 'Daily survey', active: false, odds: [{ amount: 5, permille: 90 }] };
  expect(listChanges(before, after)).toEqual([
    { field: 'active', before: 'yes', after: 'no' },
    { field: 'odds', before: '₹5 at 10%', after: '₹5 at 9%' },
  ]);
});

test('lists added and removed fields, and nothing for an entry without records', () => {
  expect(listChanges(null, { code: 'A', note: null })).toEqual([
    { field: 'code', before: undefined, after: 'A' },
    { field: 'note', before: undefined, after: 'none' },
  ]);
  expect(listChanges({ code: 'A' }, null)).toEqual([{ field: 'code', before: 'A', after: undefined }]);
  expect(listChanges(null, undefined)).toEqual([]);
  expect(listChanges(null, 7)).toEqual([{ field: 'value', before: undefined, after: '7' }]);
});

test('lists up to three unchanged fields, and none if there are more', () => {
  const clerk = { username: 'clerk', active: true };
  expect(listUnchanged(clerk, { ...clerk, active: false })).toEqual([{ field: 'username', value: 'clerk' }]);
  const offer = { title: 'Daily survey', category: 'Survey', model: 'CPR', targeting: 'ALL', active: true };
  expect(listUnchanged(offer, { ...offer, active: false })).toEqual([]);
  expect(listUnchanged(null, clerk)).toEqual([]);
});
