import { expect, test } from 'vitest';
import { dashboardSearch, parseDashboard, toReportInput } from './dashboard-search.ts';

test('writes to the URL only values that differ from the defaults, and reads links of earlier releases', () => {
  expect(dashboardSearch({ period: '7', compare: 'year', view: 'table', offers: 'trend' })).toEqual({
    period: '7',
    compare: 'year',
    view: 'table',
    offers: 'trend',
  });
  expect(dashboardSearch({ days: '90' })).toEqual({ period: '90' });
  for (const period of ['30', '8', '-7', 'week', '', undefined, null]) expect(dashboardSearch({ period })).toEqual({});
});

test('accepts custom dates only if the first and the last day are set and in order', () => {
  const customDates = { period: 'custom', from: '2026-07-01', to: '2026-07-19' };
  expect(dashboardSearch(customDates)).toEqual(customDates);
  expect(toReportInput(parseDashboard(customDates))).toEqual({ ...customDates, compare: 'before' });
  for (const invalidDates of [{ from: undefined }, { to: '2026-06-30' }, { to: '2026-13-01' }, { from: 'then' }])
    expect(dashboardSearch({ ...customDates, ...invalidDates })).toEqual({});
  expect(dashboardSearch({ period: '7', from: '2026-07-01', to: '2026-07-19' })).toEqual({ period: '7' });
  const other = { compare: 'own', before_from: '2025-07-01', before_to: '2025-07-19' };
  expect(dashboardSearch(other)).toEqual(other);
  expect(toReportInput(parseDashboard(other))).toEqual({ ...other, period: '30' });
  expect(dashboardSearch({ ...other, before_to: undefined })).toEqual({});
});
