import type { FileBatch } from '@inaam/contracts/common/exports';
import { OVER_CAP, paginate } from '@inaam/contracts/common/lists';
import { toRupees } from '@inaam/contracts/common/money';
import type {
  Conversion,
  ConversionFileInput,
  ConversionList,
  ConversionListInput,
} from '@inaam/contracts/completions/conversions';
import type { CompletionState } from '@inaam/contracts/completions/states';
import type { Db } from '@inaam/db/client';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { type SQL, sql } from 'drizzle-orm';
import { isSince } from '../../kernel/date-range.ts';
import { formatFileTime, formatFileTimeOrNull } from '../../kernel/export-batch.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { defineList, inOrder } from '../../kernel/list.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { type GoalRow, listGoals } from '../../ledger/completions/goals.ts';
import {
  type FormatCode,
  formatMasked,
  NO_CODE,
  parseCodeSearch,
  type ShownCode,
} from '../../ledger/vouchers/codes.ts';
import { toPercent } from '../figures/percent.ts';
import {
  type CompletionContext,
  completionSources,
  matchesOffers,
  outcomes,
  resolveFilters,
  states,
} from './completion-filters.ts';
import { type Counted, getCountLimit, getFigures } from './figures.ts';
import { completionsByClicks, completionsByCode, type SearchMatches } from './text-search.ts';

interface Context extends CompletionContext {
  /** How codes are formatted; see `withReadableCodes`. */
  show: FormatCode;
}

interface ConversionRow extends Record<string, unknown> {
  id: number;
  completed_at: string;
  payout_paise: string;
  revenue_paise: string;
  status: 'pending' | 'approved' | 'reversed';
  state: CompletionState;
  held_until: string | null;
  spun: boolean;
  won_paise: string | null;
  user_id: number;
  email: string;
  title: string;
  offer_id: number;
  external_offer_id: string;
  brand: string | null;
  code: string | null;
  code_end: string | null;
  pin: string | null;
  pin_end: string | null;
  code_paise: string | null;
  goals: GoalRow[] | null;
}

/**
 * The current voucher `v` of completion `c`: awarded, and not withdrawn. The offset makes PostgreSQL look up the
 * voucher for each winner instead of joining all rows first.
 */
export const VOUCHER = sql`left join lateral (
  select v.brand, v.code, v.code_end, v.pin, v.pin_end, v.amount_paise as code_paise
  from voucher_awards a join vouchers v on v.id = a.voucher_id
  where a.completion_id = c.id and v.withdrawn_at is null and c.won_paise is not null offset 0) v on true`;

/** Formats the code and the PIN of a {@link VOUCHER} row. */
export const formatCodes = (
  {
    code,
    code_end,
    pin,
    pin_end,
    code_paise,
  }: Pick<ConversionRow, 'code' | 'code_end' | 'pin' | 'pin_end' | 'code_paise'>,
  show: FormatCode,
): ShownCode | typeof NO_CODE =>
  code === null
    ? NO_CODE
    : show({ code, codeEnd: code_end ?? '', pin, pinEnd: pin_end ?? '', amountPaise: Number(code_paise) });

export const rupeesOrNull = (paise: string | null): number | null => (paise === null ? null : toRupees(Number(paise)));

async function readConversions(db: Db, ids: readonly number[], { show }: Context): Promise<Conversion[]> {
  const rows = await db.execute<ConversionRow>(sql`
    select c.id, c.completed_at, c.payout_paise, c.revenue_paise, c.status, c.state, c.on_hold_until as held_until,
      c.spun_at is not null as spun, c.won_paise, c.user_id, u.email, o.title, o.id as offer_id, o.external_offer_id,
      v.brand, v.code, v.code_end, v.pin, v.pin_end, v.code_paise,
      case when exists (select from payments m where m.completion_id = c.id) then
        (select json_agg(json_build_object('goal_id', coalesce(g.goal_id, ''), 'paise', g.payout_paise, 'status', g.status)
          order by g.id) from payment_states g where g.completion_id = c.id) end as goals
    from ${inOrder(ids)}
    join completion_states c on c.id = keys.id
    join users u on u.id = c.user_id
    join offers o on o.id = c.offer_id
    ${VOUCHER}
    order by keys.place`);
  return rows.map((row) => ({
    completion_id: row.id,
    user_id: row.user_id,
    email: row.email,
    title: row.title,
    offer_id: row.offer_id,
    external_offer_id: row.external_offer_id,
    voucher_won: row.won_paise !== null,
    voucher_amount: rupeesOrNull(row.won_paise),
    voucher_brand: row.brand,
    ...formatCodes(row, show),
    spinner_used: row.spun,
    completed_at: formatFileTime(row.completed_at),
    payout_amount: toRupees(Number(row.payout_paise)),
    revenue_amount: toRupees(Number(row.revenue_paise)),
    goals: listGoals(row.goals),
    reversed: row.status === 'reversed',
    pending: row.status === 'pending',
    held_until: formatFileTimeOrNull(row.held_until),
    owed: row.state === 'owed',
    state: row.state,
  }));
}

const { completedAt, completionId, offerId } = completionRows;

const list = defineList<ConversionListInput, Context, Conversion>({
  sources: completionSources,
  id: completionId,
  filters: {
    offer: (_, context) => matchesOffers(offerId, context),
    // The context already combines both offer filters.
    offer_id: () => undefined,
    dateRange: (range) => isSince(completedAt, range),
    voucherFilter: (outcome) => (outcome === 'all' ? undefined : outcomes[outcome]),
    state: (state) => (state === 'all' ? undefined : states[state]),
  },
  search: (_, { found }) => found?.where,
  orders: { default: { by: [completedAt, completionId] } },
  exportOrder: completedAt,
  columns: readConversions,
});

type Services = { kernel: Kernel; secrets: SecretBox };

async function prepareContext(
  services: Services,
  input: Pick<ConversionListInput, 'offer' | 'offer_id' | 'search'>,
  show: FormatCode,
  many?: number,
): Promise<(db: Db) => Promise<Context>> {
  const target = input.search ? completionsByCode(await parseCodeSearch(services, input.search)) : completionsByClicks;
  return async (db) => ({ show, ...(await resolveFilters(db, input, target, many)) });
}

const selectMatching =
  (input: ConversionListInput, context: Context) =>
  (columns: SQL, most?: number, found: SearchMatches | undefined = context.found) =>
    list.matching(input, { ...context, found }, columns, most);

/** Counters cannot filter by state, and they can filter by text only if the search matches many users. */
function getCounted({ dateRange, voucherFilter, state }: ConversionListInput, { found, offerIds }: Context): Counted {
  if (state !== 'all') return undefined;
  const outcome = voucherFilter === 'all' ? undefined : voucherFilter;
  if (!found) return { dateRange, outcome, userType: 'all', offerIds };
  return dateRange === 'all' && !outcome && !offerIds ? found.manyUsers : undefined;
}

/**
 * Lists completions with what their spins won, newest first. The figures cover all matching completions.
 * @param show how codes are formatted; see `withReadableCodes`
 * @param many see `resolveSearch`
 */
export async function listConversions(
  services: Services,
  input: ConversionListInput,
  show: FormatCode = formatMasked,
  many?: number,
): Promise<ConversionList> {
  const { page, limit } = input;
  const find = await prepareContext(services, input, show, many);
  return services.kernel.read(async (db) => {
    const context = await find(db);
    const selectRows = selectMatching(input, context);
    const [conversions, figures] = await Promise.all([
      list.readPage(db, input, context),
      getFigures(db, selectRows, getCounted(input, context), getCountLimit(input.total)),
    ]);
    const { total, revenuePaise, spins, wins, wonPaise, capped } = figures;
    return {
      conversions,
      pagination: paginate(page, limit, capped ? OVER_CAP : total),
      overallStats: {
        totalRevenue: toRupees(revenuePaise),
        totalVoucherWins: wins,
        totalVoucherValue: toRupees(wonPaise),
        overallWinRate: toPercent(wins, spins),
        ...(capped && { capped }),
      },
    };
  });
}

/** Counts the wins of matching completions and adds up their value. An export contains at most that many codes. */
export async function measureConversionCodes(
  services: Services,
  input: ConversionListInput,
): Promise<{ codes: number; paise: number }> {
  const find = await prepareContext(services, input, formatMasked);
  return services.kernel.read(async (db) => {
    const context = await find(db);
    const selectRows = selectMatching(input, context);
    const { wins, wonPaise } = await getFigures(db, selectRows, getCounted(input, context));
    return { codes: wins, paise: wonPaise };
  });
}

/** Reads a batch of the CSV export of completions, newest first. @param show as for {@link listConversions} */
export async function conversionsFile(
  services: Services,
  input: ConversionFileInput,
  show: FormatCode = formatMasked,
): Promise<FileBatch<Conversion>> {
  const find = await prepareContext(services, input, show);
  return services.kernel.read(async (db) => list.file(db, input, await find(db)));
}
