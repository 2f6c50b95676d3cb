import { BEYOND, paginate } from '@inaam/contracts/common/lists';
import { toRupees } from '@inaam/contracts/common/money';
import type { ConversionList, ConversionListInput } from '@inaam/contracts/completions/conversions';
import { completionStateOf } from '@inaam/contracts/completions/states';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { users } from '@inaam/db/schema/identity';
import { offers } from '@inaam/db/schema/offers';
import { owedWins, spins } from '@inaam/db/schema/spins';
import { completionStates } from '@inaam/db/views/completions';
import { completionVouchers } from '@inaam/db/views/vouchers';
import { desc, eq, sql } from 'drizzle-orm';
import type { Services } from '../services.ts';
import { maskedCode, type ShowCode, storedCode } from '../vouchers/codes.ts';
import { conversionFilters } from './conversion-filters.ts';
import { figuresOf, mostOf } from './figures.ts';
import { type GoalRow, goalsOf, revenueOfGoals } from './goals.ts';
import { pageOf, resolve } from './matching.ts';
import { heldNow } from './state.ts';

/**
 * Completions with what their spins won, newest first; the figures are those of the filtered set. The page's ids are
 * found first and joined after.
 * @param show how codes are written; see `showingCodes`
 */
export async function listConversions(
  services: Pick<Services, 'kernel' | 'secrets'>,
  input: ConversionListInput,
  show: ShowCode = maskedCode,
): Promise<ConversionList> {
  const { page, limit } = input;
  const filters = await conversionFilters(services, input);
  return services.kernel.read(async (db) => {
    const matching = await resolve(db, filters);
    const [rows, figures] = await Promise.all([
      db
        .select({
          completion: completionStates,
          isSpun: sql<boolean>`${spins.roll} is not null`,
          wonPaise: spins.amountPaise,
          isOwed: sql<boolean>`${owedWins.completionId} is not null`,
          held: heldNow,
          email: users.email,
          title: offers.title,
          offerId: offers.id,
          externalOfferId: offers.externalOfferId,
          brand: completionVouchers.brand,
          voucher: storedCode(completionVouchers),
          goals: sql<GoalRow[] | null>`(select json_agg(json_build_object('goal_id', g.goal_id, 'paise', g.payout_paise,
            'status', g.status) order by g.id) from payment_states g where g.completion_id = ${completionStates.id})`,
        })
        .from(pageOf(matching, { order: sql`${completionRows.completedAt}`, direction: 'desc', page, limit }))
        .innerJoin(completionStates, eq(completionStates.id, sql`keys.id`))
        .innerJoin(users, eq(users.id, completionStates.userId))
        .innerJoin(offers, eq(offers.id, completionStates.offerId))
        .leftJoin(spins, eq(spins.completionId, completionStates.id))
        .leftJoin(owedWins, eq(owedWins.completionId, completionStates.id))
        .leftJoin(completionVouchers, eq(completionVouchers.completionId, completionStates.id))
        .orderBy(desc(completionStates.completedAt), desc(completionStates.id)),
      figuresOf(db, matching, mostOf(input.total)),
    ]);
    const { total, revenuePaise, spins: spun, wins, wonPaise: allWonPaise, capped } = figures;
    return {
      conversions: rows.map(
        ({
          completion,
          isSpun,
          wonPaise,
          isOwed,
          held,
          email,
          title,
          offerId: id,
          externalOfferId,
          brand,
          voucher,
          goals,
        }) => {
          const row = {
            completion_id: completion.id,
            email,
            title,
            offer_id: id,
            external_offer_id: externalOfferId,
            voucher_won: wonPaise !== null,
            voucher_amount: wonPaise === null ? null : toRupees(wonPaise),
            voucher_brand: brand,
            voucher_code: voucher && show(voucher),
            spinner_used: isSpun,
            completed_at: completion.completedAt.toISOString(),
            payout_amount: toRupees(completion.payoutPaise),
            revenue_amount: toRupees(
              (completion.status === 'approved' ? completion.payoutPaise : 0) + revenueOfGoals(goals),
            ),
            goals: goalsOf(goals),
            reversed: completion.status === 'reversed',
            pending: completion.status === 'pending',
            held_until: held?.toISOString() ?? null,
            owed: isOwed,
          };
          const facts = { ...row, won: row.voucher_won, held: row.held_until !== null };
          return { ...row, state: completionStateOf(facts) };
        },
      ),
      pagination: paginate(page, limit, capped ? BEYOND : total),
      overallStats: {
        totalRevenue: toRupees(revenuePaise),
        totalVoucherWins: wins,
        totalVoucherValue: toRupees(allWonPaise),
        overallWinRate: spun === 0 ? 0 : Math.round((wins / spun) * 1000) / 10,
        ...(capped && { capped }),
      },
    };
  });
}
