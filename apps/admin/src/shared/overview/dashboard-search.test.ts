import { expect, test } from 'vitest';
import { dashboardSearch } from './dashboard-search.ts';

test('the days are kept in the address, the usual ones by leaving it alone', () => {
  expect(dashboardSearch({ days: '7' })).toEqual({ days: 7 });
  expect(dashboardSearch({ days: 90 })).toEqual({ days: 90 });
  for (const days of ['30', '8', '-7', 'week', '', undefined, null]) expect(dashboardSearch({ days })).toEqual({});
});
