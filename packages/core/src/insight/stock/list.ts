import type { FileBatch } from '@inaam/contracts/common/exports';
import { MAX_COUNTED, OVER_CAP, type OverCap, paginate } from '@inaam/contracts/common/lists';
import type {
  AdminVoucher,
  AdminVoucherList,
  VoucherFileInput,
  VoucherListInput,
} from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { vouchers } from '@inaam/db/schema/vouchers';
import { sql } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { type FormatCode, formatMasked, parseCodeSearch } from '../../ledger/vouchers/codes.ts';
import { listOwedWins } from '../../ledger/vouchers/owed.ts';
import { canUseCounters, countByKind, getMinimumByBrand, isKnownEmpty } from './counts.ts';
import { listIdsByParts } from './parts.ts';
import { getPastSelection, getSmallSelection, narrowPage } from './sources.ts';
import { voucherStats } from './stats.ts';
import { lookUpVouchers, type VoucherContext, voucherList } from './voucher-list.ts';

type Services = { kernel: Kernel; secrets: SecretBox };

/**
 * Lists vouchers with their winners, stock by type and brand, and wins that wait for a voucher.
 * @param show how codes are formatted; see {@link withReadableCodes}
 */
export async function listVouchers(
  services: Services,
  input: VoucherListInput,
  show: FormatCode = formatMasked,
): Promise<AdminVoucherList> {
  const code = input.search ? await parseCodeSearch(services, input.search) : undefined;
  return services.kernel.read(async (db) => {
    const context = await lookUpVouchers(db, input, code, show);
    const [rows, total, stats, owed] = await Promise.all([
      listPageIds(db, input, context).then((ids) => voucherList.readRows(db, ids, context)),
      countVoucherList(db, input, context),
      voucherStats(db),
      listOwedWins(db),
    ]);
    return { vouchers: rows, stats, owed, pagination: paginate(input.page, input.limit, total) };
  });
}

async function listPageIds(db: Db, input: VoucherListInput, context: VoucherContext): Promise<number[]> {
  if (await isKnownEmpty(db, input)) return [];
  const small = await getSmallSelection(db, input);
  const byParts = small ? undefined : await listIdsByParts(db, input, context);
  if (byParts) return byParts;
  const pageSource = small ?? getPastSelection(input);
  const { page, limit } = input;
  const slice = { limit, offset: (page - 1) * limit, where: await narrowPage(db, input) };
  return voucherList.ids(db, input, { ...context, pageSource }, slice);
}

/** Counts matching vouchers, from the counters if they cover all filters. */
async function countVoucherList(db: Db, input: VoucherListInput, context: VoucherContext): Promise<number | OverCap> {
  if (canUseCounters(input)) return countByKind(db, input);
  const brands = context.found?.brands ?? [];
  if (input.total === 'capped' && (await getMinimumByBrand(db, input, brands)) > MAX_COUNTED) return OVER_CAP;
  return voucherList.count(db, input, context);
}

/** Counts the codes of matching vouchers and adds up their value. */
export async function measureVoucherCodes(
  services: Services,
  input: VoucherListInput,
): Promise<{ codes: number; paise: number }> {
  const code = input.search ? await parseCodeSearch(services, input.search) : undefined;
  return services.kernel.read(async (db) => {
    const context = await lookUpVouchers(db, input, code, formatMasked);
    const amounts = voucherList.matching(input, context, sql`${vouchers.amountPaise} as paise`);
    const [row] = await db.execute<{ codes: string; paise: string }>(
      sql`select count(*) as codes, coalesce(sum(paise), 0) as paise from ${amounts} matching`,
    );
    return { codes: Number(row?.codes), paise: Number(row?.paise) };
  });
}

/** Reads a batch of the CSV export of vouchers, ordered by import time. @param show as for {@link listVouchers} */
export async function vouchersFile(
  services: Services,
  input: VoucherFileInput,
  show: FormatCode = formatMasked,
): Promise<FileBatch<AdminVoucher>> {
  const code = input.search ? await parseCodeSearch(services, input.search) : undefined;
  return services.kernel.read(async (db) => voucherList.file(db, input, await lookUpVouchers(db, input, code, show)));
}
