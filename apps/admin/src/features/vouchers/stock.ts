import type { VoucherStat } from '@inaam/contracts/vouchers/vouchers';

export type Counts = Pick<VoucherStat, 'total' | 'available' | 'assigned' | 'used' | 'expired'>;

const noCounts: Counts = { total: 0, available: 0, assigned: 0, used: 0, expired: 0 };

const addCounts = (a: Counts, b: Counts): Counts => ({
  total: a.total + b.total,
  available: a.available + b.available,
  assigned: a.assigned + b.assigned,
  used: a.used + b.used,
  expired: a.expired + b.expired,
});

export const sumCounts = (stats: readonly Counts[]): Counts => stats.reduce(addCounts, noCounts);

export interface TypeStock {
  type: string;
  counts: Counts;
  brands: VoucherStat[];
}

/** The stock by type, with the brands of each type, in the given order. */
export function stockByType(stats: readonly VoucherStat[]): TypeStock[] {
  const types = new Map<string, VoucherStat[]>();
  for (const stat of stats) types.set(stat.voucher_type, [...(types.get(stat.voucher_type) ?? []), stat]);
  return [...types].map(([type, brands]) => ({ type, brands, counts: sumCounts(brands) }));
}

/** The distinct brands in stock, in alphabetical order. */
export const listBrands = (stats: readonly VoucherStat[]): string[] =>
  [...new Set(stats.map(({ voucher_brand }) => voucher_brand))].sort((a, b) => a.localeCompare(b, 'en-IN'));

export interface AmountStock extends Counts {
  type: string;
  brand: string;
  amount: number;
}

/** The stock by brand and amount, amounts in ascending order within a brand. */
export const stockByAmount = (stats: readonly VoucherStat[]): AmountStock[] =>
  stats.flatMap(({ voucher_type: type, voucher_brand: brand, amount_breakdown }) =>
    amount_breakdown
      .toSorted((a, b) => a.amount - b.amount)
      .map(({ count: total, ...rest }) => ({ type, brand, total, ...rest })),
  );
