import type { VoucherStat } from '@inaam/contracts/vouchers/vouchers';
import { expect, test } from 'vitest';
import { listBrands, stockByType } from './stock.ts';

const stat = (voucher_type: string, voucher_brand: string, available: number, used: number): VoucherStat => ({
  voucher_type,
  voucher_brand,
  total: available + used,
  available,
  assigned: 0,
  used,
  expired: 0,
  amount_breakdown: [],
});

test('sums the stock of each type’s brands, and lists each brand once in alphabetical order', () => {
  const stats = [stat('amazon', 'Amazon', 3, 1), stat('other', 'Zepto', 5, 0), stat('other', 'BookMyShow', 2, 2)];
  expect(
    stockByType(stats).map(({ type, counts, brands }) => [type, counts.total, counts.available, brands.length]),
  ).toEqual([
    ['amazon', 4, 3, 1],
    ['other', 9, 7, 2],
  ]);
  expect(listBrands([...stats, stat('amazon', 'Zepto', 1, 0)])).toEqual(['Amazon', 'BookMyShow', 'Zepto']);
});
