import { randomUUID } from 'node:crypto';
import { importVouchers } from '@inaam/core/vouchers/import';
import type { TestCore } from '../core.ts';
import { anyAdmin } from './identity.ts';

export interface TestStock {
  /** Whole rupees. */
  amount: number;
  count: number;
  /** `YYYY-MM-DD` */
  expiry?: string;
}

/** Puts codes into stock and gives them, in the order in which they are handed out. */
export async function stock(
  { kernel }: TestCore,
  { amount, count, expiry = '2099-12-31' }: TestStock,
): Promise<string[]> {
  const codes = Array.from({ length: count }, () => `T-${randomUUID()}`);
  await importVouchers(
    { kernel, actor: anyAdmin },
    {
      kind: 'bulk',
      codes,
      voucher_type: 'amazon',
      voucher_brand: 'Amazon',
      voucher_amount: amount * 100,
      expiry_date: expiry,
    },
  );
  return codes;
}
