import { expect, test } from 'vitest';
import { actionOptions } from './audit-search.ts';

test('labels known actions in words, and unknown actions by identifier', () => {
  expect(actionOptions(['completions.credit', 'gone_things.made'])).toEqual([
    { value: 'completions', label: 'All about conversions' },
    { value: 'completions.credit', label: 'Credited a conversion by hand' },
    { value: 'gone_things', label: 'All about gone_things' },
    { value: 'gone_things.made', label: 'gone_things.made' },
  ]);
});

test('lists an option for each noun before the options of its actions', () => {
  expect(actionOptions(['offers.create', 'offers.update', 'vouchers.reveal']).map(({ value }) => value)).toEqual([
    'offers',
    'offers.create',
    'offers.update',
    'vouchers',
    'vouchers.reveal',
  ]);
});
