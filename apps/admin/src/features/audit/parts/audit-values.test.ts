import { expect, test } from 'vitest';
import { formatNote, formatValue, getFieldLabel } from './audit-values.ts';

test.each([
  ['sessions_ended', 'Sessions ended'],
  ['ended', 'Sessions ended'],
  ['payout_paise', 'Payout'],
  ['rewardPaise', 'Reward amount'],
  ['is_active', 'Active'],
  ['offerUrl', 'Offer URL'],
  ['hold_seconds', 'Hold'],
  ['passwordRemoved', 'Password removed'],
  ['user_id', 'User'],
  // A property that every object inherits is not a label.
  ['constructor', 'Constructor'],
])('labels %s as %s', (field, words) => {
  expect(getFieldLabel(field)).toBe(words);
});

test.each<[string, unknown, string]>([
  ['payout_paise', 1_234_500, '₹12,345'],
  ['payout_paise', 1250, '₹12.50'],
  ['payout_ceiling', 50_000, '₹500'],
  ['payout_ceiling', null, 'none'],
  ['reward_amount', 12.5, '₹12.50'],
  ['suspended', true, 'yes'],
  ['sessions_ended', 0, '0'],
  ['hold_seconds', 5400, '1 hour 30 minutes'],
  ['createdAt', '2026-03-09T18:30:00.000Z', '10 Mar 2026, 12:00 am'],
  ['expiry_date', '2026-03-09', '9 Mar 2026'],
  ['title', '2026-03-09', '2026-03-09'],
  ['outcome', 'accepted', 'Accepted'],
  ['status', 'assigned', 'Assigned'],
  ['note', '', 'empty'],
  ['status_map', { '1': 'approve', '': 'reverse' }, '1: approve, any: reverse'],
  ['link_params', {}, 'none'],
  ['source_addresses', ['203.0.113.9', '203.0.113.10'], '203.0.113.9, 203.0.113.10'],
  ['odds', [{ amount: 5, permille: 125 }], '₹5 at 12.5%'],
  ['status_rules', [{ when: [], kind: 'approve' }], '[{"when":[],"kind":"approve"}]'],
])('shows %s %j as %s', (field, value, words) => {
  expect(formatValue(field, value)).toBe(words);
});

test('shows the cause of reprocessing in words and keeps people’s notes', () => {
  expect(formatNote({ action: 'postbacks.judge', note: 'settings' })).toBe('Settings changed');
  expect(formatNote({ action: 'users.flag', note: 'settings' })).toBe('settings');
  expect(formatNote({ action: 'users.flag', note: null })).toBeNull();
});
