import type { LookupHit } from '@inaam/contracts/lookup/lookup';
import { expect, test } from 'vitest';
import { fraudSearch } from '../features/fraud/fraud-search.ts';
import { getTarget, groupEntries, listPages } from './entries.ts';

const hit = (kind: LookupHit['kind'], key: string, more: Partial<LookupHit> = {}): LookupHit => ({
  kind,
  key,
  label: key,
  hint: '',
  completion_id: null,
  user_id: null,
  ...more,
});

test('finds pages by word prefixes', () => {
  expect(listPages('').length).toBeGreaterThan(7);
  expect(listPages('fra').map(({ label }) => label)).toEqual(['Fraud Detection']);
  expect(listPages(' BAN f').map(({ label }) => label)).toEqual(['Fraud Detection']);
  expect(listPages('raud')).toEqual([]);
});

test('links each kind of hit to its own page', () => {
  expect(getTarget(hit('user', '12'), 'a')).toEqual({ to: '/admin/users/$userId', params: { userId: '12' } });
  expect(getTarget(hit('offer', '7'), 'a')).toEqual({ to: '/admin/offers', search: { panel: 'view-7' } });
  expect(getTarget(hit('completion', '5'), 'a')).toEqual({
    to: '/admin/conversions/$completionId',
    params: { completionId: '5' },
  });
  expect(getTarget(hit('click', 'c1', { completion_id: 9, user_id: 3 }), 'c1')).toEqual({
    to: '/admin/conversions/$completionId',
    params: { completionId: '9' },
  });
});

test('links a pending click to its user', () => {
  expect(getTarget(hit('click', 'c1', { user_id: 3 }), 'c1')).toEqual({
    to: '/admin/users/$userId',
    params: { userId: '3' },
  });
});

test('links a voucher to the voucher list, searched by its code, or by the typed text if the code is masked', () => {
  expect(getTarget(hit('voucher', '1', { label: 'AMZ-777' }), 'AMZ-777').search).toEqual({ search: 'AMZ-777' });
  expect(getTarget(hit('voucher', '1', { label: '••••-777' }), ' AMZ-7').search).toEqual({ search: 'AMZ-7' });
});

test.each([
  ['ip', '203.0.113.7'],
  ['ip', '2001:db8:1:2::/64'],
  ['device', 'f'.repeat(64)],
] as const)('links %s %s to its evidence', (kind, key) => {
  const search = getTarget(hit(kind, key), key).search as Record<string, unknown>;
  expect(fraudSearch.validate(search)).toEqual(search);
});

test('opens with recent records and the actions of the page', () => {
  const recent = [{ id: 'user-7', label: 'Asha Rao', hint: 'User', target: {} }];
  const onPage = [{ id: 'flag', label: 'Flag Selected', hint: '!', target: () => {} }];
  const titles = (typed: string) => groupEntries(typed, [], 'owner', { recent, onPage }).map(({ title }) => title);
  expect(titles('')).toEqual(['Recent', 'On this page', 'Pages']);
  expect(titles('selected flag')).toEqual(['On this page']);
});

test('lists a matching action below a matching record', () => {
  const [group] = groupEntries('flag user', [hit('user', '2', { label: 'Demo User' })], 'owner');
  expect(group?.entries.map(({ id }) => id)).toEqual(['do-flag-2', 'do-flag']);
});

test('lists pages first, then kinds of hits in the order of their best hit', () => {
  const groups = groupEntries('users', [hit('offer', '1'), hit('user', '2'), hit('offer', '3')]);
  expect(groups.map(({ title, entries }) => [title, entries.map(({ id }) => id)])).toEqual([
    ['Pages', ['page-/admin/users', 'page-/admin/fraud-detection']],
    ['Offers', ['offer-1', 'offer-3']],
    ['Users', ['user-2']],
  ]);
});
