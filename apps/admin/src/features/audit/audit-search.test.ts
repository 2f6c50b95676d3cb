import { expect, test } from 'vitest';
import { actionOptions } from './audit-search.ts';

test('a noun stands for its verbs in the filter', () => {
  expect(actionOptions(['offers.create', 'offers.update', 'vouchers.reveal']).map(({ value }) => value)).toEqual([
    'offers',
    'offers.create',
    'offers.update',
    'vouchers',
    'vouchers.reveal',
  ]);
});
