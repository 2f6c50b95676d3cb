import { expect, test } from 'vitest';
import { exportAddress, withCodes } from './export-link.tsx';

test('exports with the list’s filters and order, without page and page size', () => {
  expect(exportAddress('offers', { page: 3, limit: 10 })).toBe('/export/offers.csv');
  expect(exportAddress('vouchers', { page: 3, limit: 50, search: 'a&b', status: 'used', sortOrder: 'asc' })).toBe(
    '/export/vouchers.csv?search=a%26b&status=used&sortOrder=asc',
  );
});

test('requests unmasked codes with a reason', () => {
  expect(withCodes('/export/vouchers.csv', 'audit & review')).toBe(
    '/export/vouchers.csv?codes=plain&reason=audit+%26+review',
  );
  expect(withCodes('/export/vouchers.csv?status=used', 'a')).toBe(
    '/export/vouchers.csv?status=used&codes=plain&reason=a',
  );
});
