import { BEYOND, paginate } from '@inaam/contracts/common/lists';
import { toRupees } from '@inaam/contracts/common/money';
import type { ConversionList, ConversionListInput } from '@inaam/contracts/completions/conversions';
import type { CompletionState } from '@inaam/contracts/completions/states';
import type { Db, MoveSql } from '@inaam/db/client';
import { sql } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { type GoalRow, goalsOf } from '../../ledger/completions/goals.ts';
import { maskedCode, type ShowCode } from '../../ledger/vouchers/codes.ts';
import { percentOf } from '../figures/percent.ts';
import { conversionFilters } from './conversion-filters.ts';
import { figuresOf, mostOf } from './figures.ts';
import { type Matching, pageOf, resolve } from './matching.ts';

/**
 * Completions with what their spins won, newest first; the figures are those of the filtered set. The page's ids are
 * found first and joined after.
 * @param show how codes are written; see `showingCodes`
 */
export async function listConversions(
  services: { kernel: Kernel; secrets: SecretBox },
  input: ConversionListInput,
  show: ShowCode = maskedCode,
): Promise<ConversionList> {
  const { page, limit } = input;
  const filters = await conversionFilters(services, input);
  return services.kernel.read(async (db, statement) => {
    const matching = await resolve(db, filters);
    const [rows, figures] = await Promise.all([
      rowsOfPage(db, statement, matching, input),
      figuresOf(db, matching, mostOf(input.total)),
    ]);
    const { total, revenuePaise, spins: spun, wins, wonPaise: allWonPaise, capped } = figures;
    return {
      conversions: rows.map((row) => toConversion(row, show)),
      pagination: paginate(page, limit, capped ? BEYOND : total),
      overallStats: {
        totalRevenue: toRupees(revenuePaise),
        totalVoucherWins: wins,
        totalVoucherValue: toRupees(allWonPaise),
        overallWinRate: percentOf(wins, spun),
        ...(capped && { capped }),
      },
    };
  });
}

interface ConversionRow {
  id: number;
  /** Instants, as the database writes them. */
  completed_at: string;
  payout_paise: number;
  revenue_paise: number;
  status: 'pending' | 'approved' | 'reversed';
  state: CompletionState;
  held_until: string | null;
  is_spun: boolean;
  won_paise: number | null;
  email: string;
  title: string;
  offer_id: number;
  external_offer_id: string;
  brand: string | null;
  code: string | null;
  code_end: string | null;
  amount_paise: number | null;
  goals: GoalRow[] | null;
}

/**
 * The page's ids, by a statement of the filters, and then what the list shows of them by one that is always the same:
 * to plan its nine tables and views takes three times as long as to read them, and it is planned once.
 */
async function rowsOfPage(
  db: Db,
  statement: MoveSql,
  matching: Matching,
  { page, limit }: ConversionListInput,
): Promise<readonly ConversionRow[]> {
  const order = { order: 'completed_at', direction: 'desc', page, limit } as const;
  const keys = await db.execute<{ id: string }>(sql`select keys.id from ${pageOf(matching, order)}`);
  return statement<ConversionRow[]>`
    select c.id, c.completed_at, c.payout_paise, c.revenue_paise, c.status, c.state, c.on_hold_until as held_until,
      c.spun_at is not null as is_spun, c.won_paise, u.email, o.title, o.id as offer_id, o.external_offer_id,
      v.brand, v.code, v.code_end, v.amount_paise,
      (select json_agg(json_build_object('goal_id', g.goal_id, 'paise', g.payout_paise, 'status', g.status)
        order by g.id) from payment_states g where g.completion_id = c.id) as goals
    from completion_states c
    join users u on u.id = c.user_id
    join offers o on o.id = c.offer_id
    left join completion_vouchers v on v.completion_id = c.id
    where c.id = any(${keys.map(({ id }) => Number(id))}::bigint[])
    order by c.completed_at desc, c.id desc`;
}

function toConversion(found: ConversionRow, show: ShowCode): ConversionList['conversions'][number] {
  const { payout_paise: payout, won_paise: won, held_until: held, goals } = found;
  const { code, code_end: codeEnd, amount_paise: amountPaise } = found;
  const isVoucher = code !== null && codeEnd !== null && amountPaise !== null;
  return {
    completion_id: found.id,
    email: found.email,
    title: found.title,
    offer_id: found.offer_id,
    external_offer_id: found.external_offer_id,
    voucher_won: won !== null,
    voucher_amount: won === null ? null : toRupees(won),
    voucher_brand: found.brand,
    voucher_code: isVoucher ? show({ code, codeEnd, amountPaise }) : null,
    spinner_used: found.is_spun,
    completed_at: new Date(found.completed_at).toISOString(),
    payout_amount: toRupees(payout),
    revenue_amount: toRupees(found.revenue_paise),
    goals: goalsOf(goals),
    reversed: found.status === 'reversed',
    pending: found.status === 'pending',
    held_until: held === null ? null : new Date(held).toISOString(),
    owed: found.state === 'owed',
    state: found.state,
  };
}
