import type { Db } from '@inaam/db/client';
import { userSearch } from '@inaam/db/schema/user-search';
import { voucherAwards, voucherCounts, vouchers } from '@inaam/db/schema/vouchers';
import { completionStates } from '@inaam/db/views/completions';
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { containsWords, searchText } from '../../kernel/search.ts';
import { type CodeSearch, matchesCode } from '../../ledger/vouchers/codes.ts';

/**
 * If matching users have won at most this many vouchers, the query lists the vouchers' IDs, so that an index finds
 * them.
 */
const MAX_LISTED_WINNERS = 1000;

export interface SearchMatches {
  where: SQL | undefined;
  /** Brands that contain the search text, in lower case. All vouchers of these brands match. */
  brands: string[];
}

/**
 * Matches vouchers by code (complete or end), brand or winner's email. Brands and emails are found by queries of their
 * own, because one condition over the joined tables would read all rows.
 */
export async function matchSearch(db: Db, search: string, code: CodeSearch): Promise<SearchMatches> {
  // The counters list the brands, so each brand is compared once, not once per voucher.
  const brands = await db
    .selectDistinct({ name: sql<string>`lower(${voucherCounts.brand})` })
    .from(voucherCounts)
    .where(containsWords(search, [searchText(voucherCounts.brand)]));
  const names = brands.map(({ name }) => name);
  return {
    where: await orWonByEmail(db, search, or(matchesCode(vouchers, code), hasBrand(vouchers, names))),
    brands: names,
  };
}

export const hasBrand = (table: typeof vouchers | typeof voucherCounts, names: readonly string[]): SQL | undefined =>
  names.length === 0 ? undefined : inArray(sql`lower(${table.brand})`, [...names]);

/** Adds vouchers won by a user with a matching email. */
async function orWonByEmail(db: Db, search: string, condition: SQL | undefined): Promise<SQL | undefined> {
  const won = db
    .select({ id: voucherAwards.voucherId })
    .from(userSearch)
    .innerJoin(completionStates, eq(completionStates.userId, userSearch.userId))
    .innerJoin(voucherAwards, eq(voucherAwards.completionId, completionStates.id))
    .innerJoin(vouchers, eq(vouchers.id, voucherAwards.voucherId))
    .where(and(containsWords(search, [userSearch.email]), isNull(vouchers.withdrawnAt)));
  const some = await won.limit(MAX_LISTED_WINNERS + 1);
  if (some.length === 0) return condition;
  if (some.length <= MAX_LISTED_WINNERS) {
    const ids = some.map(({ id }) => id);
    return or(condition, inArray(vouchers.id, ids));
  }
  return sql`${vouchers.id} in (
    select ${vouchers.id} from ${vouchers} where ${condition}
    union all (${won}))`;
}
