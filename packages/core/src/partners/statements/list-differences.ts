import { paginate } from '@inaam/contracts/common/lists';
import { formatMicros, toRupees } from '@inaam/contracts/common/money';
import type {
  Difference,
  DifferenceGroups,
  DifferenceList,
  DifferenceListInput,
} from '@inaam/contracts/networks/statements';
import type { Db } from '@inaam/db/client';
import { admins } from '@inaam/db/schema/identity';
import { acceptedDifferences, networkStatements, statementDifferences } from '@inaam/db/schema/statements';
import { and, eq, ilike, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { defineList, inOrder } from '../../kernel/list.ts';

const isNote = and(
  eq(acceptedDifferences.networkId, networkStatements.networkId),
  eq(acceptedDifferences.month, networkStatements.month),
  eq(acceptedDifferences.hash, statementDifferences.hash),
);
const SOURCE = sql`${statementDifferences}
  join ${networkStatements} on ${networkStatements.id} = ${statementDifferences.statementId}
  left join ${acceptedDifferences} on ${isNote}`;

const formatAmount = (micros: bigint | null): string | null => (micros === null ? null : formatMicros(micros));
const rupeesOrNull = (paise: number | null): number | null => (paise === null ? null : toRupees(paise));

async function readDifferences(db: Db, ids: readonly number[]): Promise<Difference[]> {
  const rows = await db
    .select({ difference: statementDifferences, note: acceptedDifferences, by: admins.username })
    .from(inOrder(ids))
    .innerJoin(statementDifferences, sql`${statementDifferences.id} = keys.id`)
    .innerJoin(networkStatements, eq(networkStatements.id, statementDifferences.statementId))
    .leftJoin(acceptedDifferences, isNote)
    .leftJoin(admins, eq(admins.id, acceptedDifferences.adminId))
    .orderBy(sql`keys.place`);
  return rows.map(({ difference, note, by }) => ({
    difference_id: difference.id,
    kind: difference.kind,
    day: difference.day,
    line: difference.line,
    offer: difference.offer,
    offer_id: difference.offerId,
    transaction_id: difference.transactionId,
    click_id: difference.clickId,
    their_amount: formatAmount(difference.theirMicros),
    their_currency: difference.theirCurrency,
    their_rupees: rupeesOrNull(difference.theirPaise),
    their_status: difference.theirStatus,
    their_goal: difference.theirGoal,
    our_amount: formatAmount(difference.ourMicros),
    our_currency: difference.ourCurrency,
    our_rupees: rupeesOrNull(difference.ourPaise),
    our_status: difference.ourStatus,
    our_goal: difference.ourGoal,
    our_at: difference.ourAt?.toISOString() ?? null,
    completion_id: difference.completionId,
    postback_id: difference.postbackId,
    reason: difference.reason,
    accepted_at: note?.at.toISOString() ?? null,
    accepted_by: by,
    accepted_reason: note?.reason ?? null,
  }));
}

const differences = defineList<DifferenceListInput, undefined, Difference>({
  sources: () => [SOURCE],
  id: statementDifferences.id,
  filters: {
    statement_id: (id) => eq(statementDifferences.statementId, id),
    difference: (kind) => (kind === 'all' ? undefined : eq(statementDifferences.kind, kind)),
    state: (state) =>
      state === 'all'
        ? undefined
        : state === 'open'
          ? isNull(acceptedDifferences.hash)
          : isNotNull(acceptedDifferences.hash),
    day: (day) => (day === undefined ? undefined : eq(statementDifferences.day, day)),
  },
  search: (search) => {
    const { transactionId, clickId } = statementDifferences;
    const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    return or(eq(transactionId, search), eq(clickId, search), ilike(statementDifferences.offer, pattern));
  },
  orders: { default: { by: [statementDifferences.day, statementDifferences.id] } },
  exportOrder: statementDifferences.day,
  columns: readDifferences,
});

/** Lists the differences of a statement, oldest day first. */
export async function listDifferences(kernel: Kernel, input: DifferenceListInput): Promise<DifferenceList> {
  return kernel.read(async (db) => {
    const [total, rows] = await Promise.all([
      differences.count(db, input, undefined),
      differences.readPage(db, { ...input, sortOrder: 'asc' }, undefined),
    ]);
    return { differences: rows, pagination: paginate(input.page, input.limit, total) };
  });
}

/** More groups than any month has: 31 days, each with differences of a few offers. */
const MAX_GROUPS = 500;

/** Sums the open differences of a statement by day and offer, the largest first. */
export async function groupDifferences(kernel: Kernel, statementId: number): Promise<DifferenceGroups> {
  const rows = await kernel.read(
    (_, query) => query<{ day: string; offer: string; count: number; their_paise: string; our_paise: string }[]>`
      select d.day::text as day, d.offer, count(*) as count, coalesce(sum(d.their_paise), 0) as their_paise,
        coalesce(sum(d.our_paise), 0) as our_paise
      from statement_differences d
      join network_statements s on s.id = d.statement_id
      where d.statement_id = ${statementId} and not exists (
        select from accepted_differences n
        where n.network_id = s.network_id and n.month = s.month and n.hash = d.hash)
      group by d.day, d.offer
      order by abs(coalesce(sum(d.their_paise), 0) - coalesce(sum(d.our_paise), 0)) desc, d.day, d.offer
      limit ${MAX_GROUPS}::int`,
  );
  return {
    groups: rows.map(({ day, offer, count, their_paise, our_paise }) => ({
      day,
      offer,
      count,
      their_rupees: toRupees(Number(their_paise)),
      our_rupees: toRupees(Number(our_paise)),
    })),
  };
}
