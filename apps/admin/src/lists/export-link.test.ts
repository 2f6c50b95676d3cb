import { expect, test } from 'vitest';
import { exportAddress } from './export-link.tsx';

test('an export has the filters and the order of the list, and neither page nor size', () => {
  expect(exportAddress('offers', { page: 3, limit: 10 })).toBe('/export/offers.csv');
  expect(exportAddress('vouchers', { page: 3, limit: 50, search: 'a&b', status: 'used', sortOrder: 'asc' })).toBe(
    '/export/vouchers.csv?search=a%26b&status=used&sortOrder=asc',
  );
});
