import { randomUUID } from 'node:crypto';
import { importVouchers } from '@inaam/core/ledger/vouchers/commands';
import { type FormatCode, hashCodes, openBoth, sealCodes } from '@inaam/core/ledger/vouchers/queries';
import type { TestCore } from '../core.ts';
import { anyAdmin } from './identity.ts';

export interface TestStock {
  /** Whole rupees. */
  amount: number;
  count: number;
  /** `YYYY-MM-DD` */
  expiry?: string;
}

/** Adds codes to the stock. @returns the codes in the order in which wins get them */
export async function addStock(
  { kernel, services: { secrets } }: Pick<TestCore, 'kernel' | 'services'>,
  { amount, count, expiry = '2099-12-31' }: TestStock,
): Promise<string[]> {
  const codes = Array.from({ length: count }, () => `T-${randomUUID()}`);
  await importVouchers(
    { kernel, secrets, actor: anyAdmin },
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

/** The ids of vouchers by code, in the order in which they were added. */
export async function findVoucherIds({ services, database }: TestCore, codes: readonly string[]): Promise<number[]> {
  const hashes = await hashCodes(services, codes);
  const rows = await database.sql<{ id: number }[]>`
    select id from vouchers where encode(code_hash, 'hex') = any (${hashes}) order by id`;
  return rows.map(({ id }) => id);
}

/** Formats codes and PINs in clear, as for a person who may read them. */
export const plainCodes =
  ({ services }: TestCore): FormatCode =>
  (stored) =>
    openBoth(services.secrets, stored);

/** Codes in the format of the SQL function `add_vouchers`. */
export const sealTestCodes = ({ services }: TestCore, codes: readonly string[], amountPaise: number) =>
  sealCodes(services, codes, amountPaise);
