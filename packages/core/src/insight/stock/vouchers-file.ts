import type { FileBatch } from '@inaam/contracts/common/exports';
import { toRupees } from '@inaam/contracts/common/money';
import type { VoucherFileInput, VoucherFileRow, VoucherStatus } from '@inaam/contracts/vouchers/vouchers';
import { sql } from 'drizzle-orm';
import { type CursorRow, formatFileTime, formatFileTimeOrNull, toBatch } from '../../kernel/export-batch.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { type FormatCode, formatMasked, parseCodeSearch } from '../../ledger/vouchers/codes.ts';
import { vouchersAfterCursor } from './list.ts';

interface Stored extends CursorRow {
  code: string;
  code_end: string;
  type: string;
  brand: string;
  amount_paise: string;
  expiry_date: string;
  status: VoucherStatus;
  assigned_at: string | null;
  email: string | null;
}

/**
 * Reads a batch of the vouchers file, ordered by import time.
 * @param show how codes are formatted; see `withReadableCodes`
 */
export async function vouchersFile(
  services: { kernel: Kernel; secrets: SecretBox },
  input: VoucherFileInput,
  show: FormatCode = formatMasked,
): Promise<FileBatch<VoucherFileRow>> {
  const code = input.search ? await parseCodeSearch(services, input.search) : undefined;
  const way = sql.raw(input.sortOrder);
  return services.kernel.read(async (db) => {
    const rows = await db.execute<Stored>(sql`
      select v.id, v.created_at as place, v.code, v.code_end, v.type, v.brand, v.amount_paise, v.expiry_date, v.status,
        v.assigned_at, u.email
      from ${await vouchersAfterCursor(db, input, code)} keys
      join voucher_states v on v.id = keys.key_id
      left join completions c on c.id = v.completion_id
      left join users u on u.id = c.user_id
      order by v.created_at ${way}, v.id ${way}`);
    return toBatch(rows, input, (row) => ({
      voucher_id: row.id,
      voucher_code: show({ code: row.code, codeEnd: row.code_end, amountPaise: Number(row.amount_paise) }),
      voucher_type: row.type,
      voucher_brand: row.brand,
      voucher_amount: toRupees(Number(row.amount_paise)),
      expiry_date: row.expiry_date,
      status: row.status,
      assigned_to_email: row.email,
      assigned_at: formatFileTimeOrNull(row.assigned_at),
      created_at: formatFileTime(row.place),
    }));
  });
}
