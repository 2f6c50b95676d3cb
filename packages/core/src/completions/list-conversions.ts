import type { ConversionList, ConversionListInput } from '@inaam/contracts/completions';
import { paginate } from '@inaam/contracts/lists';
import { toRupees } from '@inaam/contracts/money';
import { completions } from '@inaam/db/schema/completions';
import { users } from '@inaam/db/schema/identity';
import { offers } from '@inaam/db/schema/offers';
import { spins } from '@inaam/db/schema/spins';
import { vouchers } from '@inaam/db/schema/vouchers';
import { and, count, desc, eq, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { since } from '../kernel/date-range.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { containing } from '../kernel/search.ts';

function filtersOf(input: ConversionListInput): SQL | undefined {
  const filters: (SQL | undefined)[] = [since(completions.completedAt, input.dateRange)];
  if (input.offer) filters.push(eq(offers.externalOfferId, input.offer));
  // Lost means spun and lost: who has not spun yet has not lost.
  if (input.voucherFilter === 'won') filters.push(isNotNull(spins.amountPaise));
  if (input.voucherFilter === 'lost') filters.push(and(isNotNull(spins.spunAt), isNull(spins.amountPaise)));
  if (input.search) {
    const pattern = containing(input.search);
    const name = sql`${users.firstName} || ' ' || ${users.lastName}`;
    filters.push(
      or(
        ilike(users.email, pattern),
        ilike(name, pattern),
        ilike(offers.title, pattern),
        ilike(vouchers.code, pattern),
      ),
    );
  }
  return and(...filters);
}

const sum = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number);

/** Completions with what their spins won, newest first; the figures are those of the filtered set. */
export async function listConversions(kernel: Kernel, input: ConversionListInput): Promise<ConversionList> {
  const { page, limit } = input;
  const where = filtersOf(input);
  return kernel.read(async (db) => {
    const rows = await db
      .select({
        completion: completions,
        spin: spins,
        // The database's clock decides what is over.
        held: sql`case when ${completions.heldUntil} > now() then ${completions.heldUntil} end`.mapWith(
          completions.heldUntil,
        ),
        email: users.email,
        title: offers.title,
        externalOfferId: offers.externalOfferId,
        brand: vouchers.brand,
        code: vouchers.code,
      })
      .from(completions)
      .innerJoin(users, eq(users.id, completions.userId))
      .innerJoin(offers, eq(offers.id, completions.offerId))
      .innerJoin(spins, eq(spins.completionId, completions.id))
      .leftJoin(vouchers, eq(vouchers.completionId, completions.id))
      .where(where)
      .orderBy(desc(completions.completedAt), desc(completions.id))
      .limit(limit)
      .offset((page - 1) * limit);
    const [figures] = await db
      .select({
        total: count(),
        revenuePaise: sum(sql`case when ${completions.status} = 'approved' then ${completions.payoutPaise} end`),
        spins: count(spins.spunAt),
        wins: count(spins.amountPaise),
        valuePaise: sum(sql`${spins.amountPaise}`),
      })
      .from(completions)
      .innerJoin(users, eq(users.id, completions.userId))
      .innerJoin(offers, eq(offers.id, completions.offerId))
      .innerJoin(spins, eq(spins.completionId, completions.id))
      .leftJoin(vouchers, eq(vouchers.completionId, completions.id))
      .where(where);
    const { total = 0, revenuePaise = 0, spins: spun = 0, wins = 0, valuePaise = 0 } = figures ?? {};
    return {
      conversions: rows.map(({ completion, spin, held, email, title, externalOfferId, brand, code }) => ({
        completion_id: completion.id,
        email,
        title,
        external_offer_id: externalOfferId,
        voucher_won: spin.amountPaise !== null,
        voucher_amount: spin.amountPaise === null ? null : toRupees(spin.amountPaise),
        voucher_brand: brand,
        voucher_code: code,
        spinner_used: spin.spunAt !== null,
        completed_at: completion.completedAt.toISOString(),
        payout_amount: toRupees(completion.payoutPaise),
        reversed: completion.status === 'reversed',
        pending: completion.status === 'pending',
        held_until: held?.toISOString() ?? null,
        owed: spin.outcome === 'owed',
      })),
      pagination: paginate(page, limit, total),
      overallStats: {
        totalRevenue: toRupees(revenuePaise),
        totalVoucherWins: wins,
        totalVoucherValue: toRupees(valuePaise),
        overallWinRate: spun === 0 ? 0 : Math.round((wins / spun) * 1000) / 10,
      },
    };
  });
}
