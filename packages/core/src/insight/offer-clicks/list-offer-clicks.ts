import type {
  OfferClick,
  OfferClickFileInput,
  OfferClickList,
  OfferClickListInput,
} from '@inaam/contracts/clicks/offer-clicks';
import type { FileBatch } from '@inaam/contracts/common/exports';
import { MAX_COUNTED, OVER_CAP, type OverCap, paginate } from '@inaam/contracts/common/lists';
import { toRupees } from '@inaam/contracts/common/money';
import type { Db } from '@inaam/db/client';
import { completions } from '@inaam/db/schema/completions';
import { sql } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { inOrder } from '../../kernel/list.ts';
import { type FormatCode, formatMasked } from '../../ledger/vouchers/codes.ts';
import { resolveFilters } from '../conversions/completion-filters.ts';
import { type FiguresWithUsers, getCountLimit, getFigures, getFiguresWithUsers } from '../conversions/figures.ts';
import { clickTarget, completionsByClicks } from '../conversions/text-search.ts';
import { sumUserClicks } from '../conversions/user-counters.ts';
import { toPercent } from '../figures/percent.ts';
import { type ClickContext, clickList, isUnconverted } from './click-list.ts';
import { completedClicks, getCounted, selectCompleted } from './completed-clicks.ts';
import { canUseCounters, countClicksByOffer, pageByTitle } from './pages-by-title.ts';

/**
 * Lists clicks with their outcome, by default latest first. Figures cover the completions of all matching clicks.
 * @param show how codes are formatted; see `withReadableCodes`
 * @param many see `resolveSearch`
 * @throws DomainError BAD_INPUT for an unknown `offer`
 */
export async function listOfferClicks(
  kernel: Kernel,
  input: OfferClickListInput,
  show: FormatCode = formatMasked,
  many?: number,
): Promise<OfferClickList> {
  const { page, limit, sortBy } = input;
  const offset = (page - 1) * limit;
  return kernel.read(async (db) => {
    const clickContext: ClickContext = { show, ...(await resolveFilters(db, input, clickTarget, many)) };
    const completionContext = await resolveFilters(db, input, completionsByClicks, many);
    const selectRows = selectCompleted(input, completionContext);
    // Pages beyond the cap need the exact number of completions, because clicks without a completion come after them.
    const most = page * limit > MAX_COUNTED ? undefined : getCountLimit(input.total);
    const readingFigures = getFiguresWithUsers(db, selectRows, getCounted(input, completionContext), most);

    async function listPageIds(): Promise<number[]> {
      if (sortBy === 'title') return pageByTitle(db, input, clickContext);
      if (sortBy !== 'completed_at' && sortBy !== 'payout_amount')
        return clickList.ids(db, input, clickContext, { limit, offset });
      const completed = await completedClicks.ids(db, { ...input, sortBy }, completionContext, { limit, offset });
      const first = await listClickIds(db, completed);
      if (input.conversionStatus !== 'all' || first.length === limit) return first;
      // Clicks without a completion come last, in ascending and in descending order.
      const before = page === 1 ? first.length : (await readingFigures).total;
      const others = { limit: limit - first.length, offset: Math.max(0, offset - before), where: isUnconverted };
      return [...first, ...(await clickList.ids(db, input, clickContext, others))];
    }
    const [clicks, figures] = await Promise.all([
      listPageIds().then((ids) => clickList.readRows(db, ids, clickContext)),
      readingFigures,
    ]);
    const { revenuePaise, spins, wins, users, usersCapped, unapproved, capped } = figures;
    const conversions = figures.total - unapproved;
    return {
      clicks,
      stats: {
        totalConversions: conversions,
        uniqueUsers: users,
        ...(usersCapped && { usersCapped }),
        totalRevenue: toRupees(revenuePaise),
        avgPayout: conversions === 0 ? 0 : toRupees(Math.round(revenuePaise / conversions)),
        voucherWins: wins,
        voucherWinRate: toPercent(wins, spins),
        spinsUsed: spins,
        spinUsageRate: toPercent(spins, conversions),
        ...(capped && { capped }),
      },
      pagination: paginate(page, limit, await countClicks(db, input, clickContext, figures)),
    };
  });
}

/** Reads the click ID of each completion, in the order of `ids`. */
async function listClickIds(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select ${completions.clickId} as id
    from ${inOrder(ids)} join ${completions} on ${completions.id} = keys.id order by keys.place`);
  return rows.map(({ id }) => Number(id));
}

/**
 * Counts matching clicks.
 * @param figures figures of the matching completions; a click has at most one completion
 */
async function countClicks(
  db: Db,
  input: OfferClickListInput,
  context: ClickContext,
  { total, capped, userClicks }: Pick<FiguresWithUsers, 'total' | 'capped' | 'userClicks'>,
): Promise<number | OverCap> {
  if (canUseCounters(input, context)) {
    const [row] = await db.execute<{ clicks: string }>(
      sql`select coalesce(sum(clicks), 0) as clicks from (${countClicksByOffer(input, context)}) counted`,
    );
    return Number(row?.clicks ?? 0);
  }
  const isBeyond = input.total === 'capped' && (capped || total > MAX_COUNTED);
  if (input.conversionStatus !== 'all') return capped ? OVER_CAP : total;
  if (isBeyond) return OVER_CAP;
  const { found, offerIds } = context;
  const hasUsersOnly = input.dateRange === 'all' && !offerIds && (!found || found.manyUsers !== undefined);
  if (input.total === 'capped' || !hasUsersOnly) return clickList.count(db, input, context);
  const others = found?.manyUsers?.others;
  const [counted, fromRows] = await Promise.all([
    userClicks ?? sumUserClicks(db, input.userType, found?.manyUsers),
    others ? clickList.count(db, input, { ...context, found: others }) : 0,
  ]);
  return counted + Number(fromRows);
}

/** Counts the wins of matching clicks and adds up their value: the voucher codes that an export would contain. */
export const measureClickCodes = (
  { kernel }: { kernel: Pick<Kernel, 'read'> },
  input: OfferClickListInput,
): Promise<{ codes: number; paise: number }> =>
  kernel.read(async (db) => {
    const context = await resolveFilters(db, input, completionsByClicks);
    const selectRows = selectCompleted(input, context);
    const { wins, wonPaise } = await getFigures(db, selectRows, getCounted(input, context));
    return { codes: wins, paise: wonPaise };
  });

/** Reads a batch of the CSV export of clicks, ordered by time. @param show as for {@link listOfferClicks} */
export const offerClicksFile = (
  kernel: Kernel,
  input: OfferClickFileInput,
  show: FormatCode = formatMasked,
): Promise<FileBatch<OfferClick>> =>
  kernel.read(async (db) => clickList.file(db, input, { show, ...(await resolveFilters(db, input, clickTarget)) }));
