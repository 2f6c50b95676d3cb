import type { OfferClick, OfferClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import type { CompletionState } from '@inaam/contracts/completions/states';
import type { Db } from '@inaam/db/client';
import { clicks } from '@inaam/db/schema/clicks';
import { completions } from '@inaam/db/schema/completions';
import { users } from '@inaam/db/schema/identity';
import { offers } from '@inaam/db/schema/offers';
import { spins } from '@inaam/db/schema/spins';
import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { isSince } from '../../kernel/date-range.ts';
import { formatFileTime, formatFileTimeOrNull } from '../../kernel/export-batch.ts';
import { defineList, inOrder, type Order } from '../../kernel/list.ts';
import { byName } from '../../kernel/search.ts';
import type { FormatCode } from '../../ledger/vouchers/codes.ts';
import { type CompletionContext, matchesOffers } from '../conversions/completion-filters.ts';
import { formatCodes, rupeesOrNull, VOUCHER } from '../conversions/list-conversions.ts';
import { joinMatches } from '../conversions/text-search.ts';

export interface ClickContext extends CompletionContext {
  /** How codes are formatted; see `withReadableCodes`. */
  show: FormatCode;
}

/** Joins a click with its completion through the index on user and offer. */
const isCompletionOfClick = sql`${completions.userId} = ${clicks.userId} and ${completions.offerId} = ${clicks.offerId}
  and ${completions.clickId} = ${clicks.id}`;

/** Selects clicks without a completion. */
export const isUnconverted = sql`not exists (select from ${completions} where ${isCompletionOfClick})`;

/**
 * Selects clicks by the outcome of their completion. The offset forces one lookup per click. Without it, the planner
 * would read all completions, because it estimates that a comparison of three columns matches only one row.
 */
const hasOutcome = (status: SQL | undefined): SQL => sql`exists (
  select from ${completions} left join ${spins} on ${spins.completionId} = ${completions.id}
  where ${and(isCompletionOfClick, status)} offset 0)`;

const byStatus: Record<Exclude<OfferClickListInput['conversionStatus'], 'all'>, SQL> = {
  voucher_won: hasOutcome(isNotNull(spins.amountPaise)),
  no_voucher: hasOutcome(and(isNotNull(spins.roll), isNull(spins.amountPaise))),
  spinner_used: hasOutcome(isNotNull(spins.roll)),
  spinner_not_used: hasOutcome(isNull(spins.roll)),
};

const CLICKS = sql`${clicks} left join ${users} on ${users.id} = ${clicks.userId}`;
/** The rank of each offer's title, computed once for all clicks. */
const TITLES = sql`join (select id, dense_rank() over (order by ${byName(offers.title)}) as place from ${offers}) titles
  on titles.id = ${clicks.offerId}`;

const byTime: Order<ClickContext> = { by: [clicks.createdAt, clicks.id] };

interface ClickRow extends Record<string, unknown> {
  completion_id: string | null;
  user_id: number;
  first_name: string;
  last_name: string;
  email: string;
  provider_uid: string | null;
  title: string;
  offer_id: number;
  external_offer_id: string;
  category: string;
  click_id: string;
  clicked_at: string;
  completed_at: string | null;
  payout_paise: string | null;
  status: 'pending' | 'approved' | 'reversed' | null;
  state: CompletionState | null;
  held_until: string | null;
  spun: boolean;
  won_paise: string | null;
  brand: string | null;
  code: string | null;
  code_end: string | null;
  pin: string | null;
  pin_end: string | null;
  code_paise: string | null;
}

async function readClicks(db: Db, ids: readonly number[], { show }: ClickContext): Promise<OfferClick[]> {
  const rows = await db.execute<ClickRow>(sql`
    select c.id as completion_id, u.id as user_id, u.first_name, u.last_name, u.email, u.provider_uid, o.title,
      o.id as offer_id, o.external_offer_id, o.category, k.click_id, k.created_at as clicked_at, c.completed_at,
      c.payout_paise, c.status, c.state, c.on_hold_until as held_until, c.spun_at is not null as spun, c.won_paise,
      v.brand, v.code, v.code_end, v.pin, v.pin_end, v.code_paise
    from ${inOrder(ids)}
    join clicks k on k.id = keys.id
    join users u on u.id = k.user_id
    join offers o on o.id = k.offer_id
    left join lateral (
      select * from completion_states
      where user_id = k.user_id and offer_id = k.offer_id and click_id = k.id offset 0) c on true
    ${VOUCHER}
    order by keys.place`);
  return rows.map((row) => ({
    completion_id: row.completion_id === null ? null : Number(row.completion_id),
    user_id: row.user_id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    firebase_uid: row.provider_uid,
    title: row.title,
    offer_id: row.offer_id,
    external_offer_id: row.external_offer_id,
    category: row.category,
    click_id: row.click_id,
    clicked_at: formatFileTime(row.clicked_at),
    completed_at: formatFileTimeOrNull(row.completed_at),
    payout_amount: rupeesOrNull(row.payout_paise),
    spinner_used: row.spun,
    ...formatCodes(row, show),
    voucher_amount: rupeesOrNull(row.won_paise),
    voucher_brand: row.brand,
    reversed: row.status === 'reversed',
    pending: row.status === 'pending',
    held_until: formatFileTimeOrNull(row.held_until),
    owed: row.state === 'owed',
    state: row.state,
  }));
}

/** If the sort column exists only for completions, `completedClicks` come first, and other clicks follow by time. */
export const clickList = defineList<OfferClickListInput, ClickContext, OfferClick>({
  sources: ({ found }) => [joinMatches(CLICKS, found)],
  id: clicks.id,
  filters: {
    offer: (_, context) => matchesOffers(clicks.offerId, context),
    // The context already combines the filters `offer` and `offer_id`.
    offer_id: () => undefined,
    dateRange: (range) => isSince(clicks.createdAt, range),
    conversionStatus: (status) => (status === 'all' ? undefined : byStatus[status]),
    userType: (kind) =>
      kind === 'all' ? undefined : kind === 'firebase' ? isNotNull(users.providerUid) : isNull(users.providerUid),
  },
  search: (_, { found }) => found?.where,
  orders: {
    created_at: byTime,
    completed_at: byTime,
    payout_amount: byTime,
    title: {
      by: [sql`titles.place`, clicks.createdAt, clicks.id],
      sources: ({ found }) => [joinMatches(sql`${CLICKS} ${TITLES}`, found)],
    },
    email: { by: [users.email, clicks.id], where: isNotNull(users.id) },
  },
  exportOrder: clicks.createdAt,
  columns: readClicks,
});
