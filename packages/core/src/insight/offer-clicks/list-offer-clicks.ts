import type { OfferClick, OfferClickList, OfferClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { BEYOND, MAX_COUNTED, paginate } from '@inaam/contracts/common/lists';
import { toRupees } from '@inaam/contracts/common/money';
import type { Db, MoveSql } from '@inaam/db/client';
import { completions } from '@inaam/db/schema/completions';
import { type SQL, sql } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { maskedCode, type ShowCode } from '../../ledger/vouchers/codes.ts';
import { figuresWithUsers, mostOf } from '../conversions/figures.ts';
import { completionsByClicks } from '../conversions/found-by.ts';
import { type CompletionFilters, type Matching, pageOf, resolve } from '../conversions/matching.ts';
import { percentOf } from '../figures/percent.ts';
import { type ClickMatching, countClicks, matchClicks, pageByTime, pageUnconverted } from './matching.ts';
import { pageByName } from './pages-by-name.ts';

const outcomes: Record<OfferClickListInput['conversionStatus'], CompletionFilters['outcome']> = {
  all: 'all',
  voucher_won: 'won',
  no_voucher: 'lost',
  spinner_used: 'spun',
  spinner_not_used: 'unspun',
};

/** What only a completion has; clicks without one come last, whichever way. */
const isOfCompletions = (by: OfferClickListInput['sortBy']): by is 'completed_at' | 'payout_amount' =>
  by === 'completed_at' || by === 'payout_amount';

/**
 * All clicks with what came of them, the latest first; the figures are those of the completions among what the filters
 * leave. The page's ids are found first and joined after.
 * @param show how codes are written; see `showingCodes`
 * @throws DomainError BAD_INPUT for an `offer` that is none
 */
export async function listOfferClicks(
  kernel: Kernel,
  input: OfferClickListInput,
  show: ShowCode = maskedCode,
): Promise<OfferClickList> {
  const { page, limit, dateRange, search, userType } = input;
  return kernel.read(async (db, statement) => {
    const matching = await matchClicks(db, input);
    const converted = await resolve(db, {
      dateRange,
      dated: 'click',
      offer: input.offer,
      offerId: input.offer_id,
      outcome: outcomes[input.conversionStatus],
      userType,
      search,
      target: completionsByClicks,
    });
    // Beyond the cap it is to be known where the clicks begin that nothing came of.
    const most = page * limit > MAX_COUNTED ? undefined : mostOf(input.total);
    const rowsOfPage = async (completed: number) =>
      rowsOf(statement, await idsOf(db, matching, converted, completed), show);
    // By what completions have, their figures say where those begin that nothing came of, and how to read those of one
    // offer. On the first page of all offers they begin where the page has room.
    const waits = isOfCompletions(input.sortBy) && (page > 1 || matching.offerIds !== undefined);
    const figuring = figuresWithUsers(db, converted, most, mostOf(input.total));
    const [figures, all, early] = await Promise.all([
      figuring,
      input.conversionStatus === 'all' ? countClicks(db, matching, figuring) : undefined,
      waits ? undefined : rowsOfPage(Number.POSITIVE_INFINITY),
    ]);
    const { revenuePaise, spins: spun, wins, users: uniqueUsers, usersCapped, capped } = figures;
    const conversions = figures.total - figures.unapproved;
    const total = all ?? (capped ? BEYOND : figures.total);
    return {
      clicks: early ?? (await rowsOfPage(figures.total)),
      stats: {
        totalConversions: conversions,
        uniqueUsers,
        ...(usersCapped && { usersCapped }),
        totalRevenue: toRupees(revenuePaise),
        avgPayout: conversions === 0 ? 0 : toRupees(Math.round(revenuePaise / conversions)),
        voucherWins: wins,
        voucherWinRate: percentOf(wins, spun),
        spinsUsed: spun,
        spinUsageRate: percentOf(spun, conversions),
        ...(capped && { capped }),
      },
      pagination: paginate(page, limit, total),
    };
  });
}

/**
 * The ids of the page's clicks, in their order.
 * @param count how many of the clicks were completed, where that is needed: not on a first page
 */
async function idsOf(
  db: Db,
  matching: ClickMatching<OfferClickListInput>,
  converted: Matching,
  count: number,
): Promise<number[]> {
  const { page, limit, sortBy, sortOrder: direction, conversionStatus } = matching.input;
  const offset = (page - 1) * limit;
  const slice = { direction, limit, offset };
  if (sortBy === 'title' || sortBy === 'email') return pageByName(db, matching, sortBy, slice);
  if (!isOfCompletions(sortBy)) return pageByTime(db, matching, slice);
  const first =
    offset < count ? await clicksOf(db, pageOf(converted, { order: sortBy, count, direction, page, limit })) : [];
  if (conversionStatus !== 'all' || first.length === limit) return first;
  const rest = { direction, limit: limit - first.length, offset: Math.max(0, offset - count) };
  return [...first, ...(await pageUnconverted(db, matching, rest))];
}

/** The clicks of a page of completions, in its order. */
async function clicksOf(db: Db, keys: SQL): Promise<number[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select ${completions.clickId} as id
    from (select id, row_number() over () as place from ${keys}) page
    join ${completions} on ${completions.id} = page.id order by page.place`);
  return rows.map(({ id }) => Number(id));
}

type Derived = 'payout_amount' | 'voucher_code' | 'voucher_amount' | 'reversed' | 'pending' | 'owed';

/** As the database writes it, its instants too. */
interface OfferClickRow extends Omit<OfferClick, Derived> {
  payout_paise: number | null;
  status: 'pending' | 'approved' | 'reversed' | null;
  won_paise: number | null;
  code: string | null;
  code_end: string | null;
  amount_paise: number | null;
}

/** What is shown of clicks, in the order of their ids, by a statement that is always the same: it is planned once. */
async function rowsOf(statement: MoveSql, ids: readonly number[], show: ShowCode): Promise<OfferClick[]> {
  if (ids.length === 0) return [];
  const rows = await statement<OfferClickRow[]>`
    select c.id as completion_id, u.id as user_id, u.first_name, u.last_name, u.email, u.provider_uid as firebase_uid,
      o.title, o.id as offer_id, o.external_offer_id, o.category, k.click_id, k.created_at as clicked_at,
      c.completed_at, c.payout_paise, c.status, c.state, c.spun_at is not null as spinner_used, c.won_paise,
      c.on_hold_until as held_until, v.brand as voucher_brand, v.code, v.code_end, v.amount_paise
    from unnest(${[...ids]}::bigint[]) with ordinality page (id, place)
    join clicks k on k.id = page.id
    join users u on u.id = k.user_id
    join offers o on o.id = k.offer_id
    left join completion_states c on c.user_id = k.user_id and c.offer_id = k.offer_id and c.click_id = k.id
    left join completion_vouchers v on v.completion_id = c.id
    order by page.place`;
  return rows.map((row) => toOfferClick(row, show));
}

const iso = (instant: string | null): string | null => (instant === null ? null : new Date(instant).toISOString());

function toOfferClick(found: OfferClickRow, show: ShowCode): OfferClick {
  const {
    payout_paise: payout,
    status,
    won_paise: won,
    code,
    code_end: codeEnd,
    amount_paise: amountPaise,
    ...shown
  } = found;
  return {
    ...shown,
    clicked_at: new Date(found.clicked_at).toISOString(),
    completed_at: iso(found.completed_at),
    payout_amount: payout === null ? null : toRupees(payout),
    voucher_code:
      code !== null && codeEnd !== null && amountPaise !== null ? show({ code, codeEnd, amountPaise }) : null,
    voucher_amount: won === null ? null : toRupees(won),
    reversed: status === 'reversed',
    pending: status === 'pending',
    held_until: iso(found.held_until),
    owed: found.state === 'owed',
  };
}
