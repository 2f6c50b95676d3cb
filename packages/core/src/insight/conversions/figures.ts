import { MAX_COUNTED, type Totals } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { type SQL, sql } from 'drizzle-orm';
import {
  areCounted,
  type ConfirmedFigures,
  type Figures,
  figuresFromCounters,
  figuresOfUsers,
  NOTHING,
  type Raw,
  toFigures,
} from './counters.ts';
import { figuresOfManyUsers } from './many-users.ts';
import { type Matching, rowsMatching } from './matching.ts';
import { figuresOfState } from './state-figures.ts';
import { countUsers } from './users-of-completions.ts';

/**
 * Figures of all completions that match: from counters where there are such, from the facts where there is a search.
 */

/** How many rows are added up where no counter knows them; undefined for all. */
export const mostOf = (totals: Totals): number | undefined => (totals === 'capped' ? MAX_COUNTED : undefined);

/**
 * The figures of all that match.
 * @param most no more rows than one beyond this are read from the facts, so that a search which matches everybody costs
 *   no more than one which matches many: a larger `total` says that the figures are of so many, and at least these.
 *   Counters are exact whatever it is.
 */
export async function figuresOf(db: Db, matching: Matching, most?: number): Promise<Figures & { capped: boolean }> {
  if (matching.offerIds?.length === 0) return { ...NOTHING, capped: false };
  if (areCounted(matching)) {
    const { unapproved: _, ...figures } = await figuresFromCounters(db, matching);
    return { ...figures, capped: false };
  }
  if (most === undefined) {
    const figures = await figuresOfManyUsers(db, matching.found, {
      figures: (snapshot, found) => figuresOf(snapshot, { ...matching, found }),
      byCounters: async (snapshot, keys) => {
        const ofUsers = await figuresOfUsers(snapshot, matching, keys);
        return ofUsers && { ...toFigures(ofUsers), capped: false };
      },
    });
    if (figures) return figures;
  }
  const ofState = await figuresOfState(db, matching, most !== undefined, async (snapshot, others) => {
    const { capped, ...figures } = await figuresOf(snapshot, others, most);
    return capped ? undefined : figures;
  });
  if (ofState) return { ...ofState, capped: false };
  const [row] = await db.execute<Raw<Figures>>(sql`select ${SUMS} from ${rowsOf(matching, most)}`);
  const figures = row ? toFigures(row) : NOTHING;
  return { ...figures, capped: isBeyond(figures, most) };
}

const isBeyond = ({ total }: Figures, most: number | undefined): boolean => most !== undefined && total > most;

/** The rows that match, under the name of their table. */
const rowsOf = (matching: Matching, most: number | undefined): SQL => {
  const { userId, spun, wonPaise, revenuePaise, approved } = completionRows;
  const columns = sql`${userId}, ${spun}, ${wonPaise}, ${revenuePaise}, ${approved}`;
  return rowsMatching(matching, columns, most === undefined ? undefined : most + 1);
};

/**
 * The same with how many users have a completion that matches, and how many of the completions were never confirmed:
 * these count in lists, and neither in revenue nor among conversions.
 * @param most as for {@link figuresOf}
 * @param mostUsers no more users than one beyond it are counted, since no counter has how many
 * there are: `usersCapped` where there are more
 */
export async function figuresWithUsers(
  db: Db,
  matching: Matching,
  most?: number,
  mostUsers = most,
): Promise<ConfirmedFigures & { users: number; usersCapped: boolean; capped: boolean }> {
  const { filters, offerIds } = matching;
  if (offerIds?.length === 0) return { ...NOTHING, users: 0, usersCapped: false, unapproved: 0, capped: false };
  // Counters of days do not know what was confirmed.
  if (areCounted(matching) && filters.dateRange === 'all') {
    const ofOne = offerIds?.length === 1;
    const [figures, counted] = await Promise.all([
      figuresFromCounters(db, matching),
      ofOne ? undefined : countUsers(db, matching, mostUsers),
    ]);
    // A user completes an offer once.
    const people = counted ?? figures.total - figures.unapproved;
    return {
      ...figures,
      users: Math.min(people, mostUsers ?? people),
      usersCapped: mostUsers !== undefined && people > mostUsers,
      capped: false,
    };
  }
  if (most === undefined && mostUsers === undefined) {
    const figures = await figuresOfManyUsers(db, matching.found, {
      figures: (snapshot, found) => figuresWithUsers(snapshot, { ...matching, found }),
      byCounters: async (snapshot, keys) => {
        const ofUsers = await figuresOfUsers(snapshot, matching, keys);
        return ofUsers && { ...ofUsers, usersCapped: false, capped: false };
      },
    });
    if (figures) return figures;
  }
  // By user first, so that the facts are looked through once.
  const [row] = await db.execute<Raw<ConfirmedFigures & { users: number }>>(sql`
    select count(*) filter (where total > unapproved) as users, coalesce(sum(total), 0) as total,
      coalesce(sum(unapproved), 0) as unapproved, coalesce(sum(spins), 0) as spins, coalesce(sum(wins), 0) as wins,
      coalesce(sum("revenuePaise"), 0) as "revenuePaise", coalesce(sum("wonPaise"), 0) as "wonPaise"
    from (select ${SUMS}, count(*) filter (where not ${completionRows.approved}) as unapproved
      from ${rowsOf(matching, most)} group by ${completionRows.userId}) people`);
  const figures = row ? toFigures(row) : NOTHING;
  const others = { users: Number(row?.users ?? 0), unapproved: Number(row?.unapproved ?? 0) };
  const capped = isBeyond(figures, most);
  // Of the rows that were counted, as all figures are then.
  return { ...figures, ...others, usersCapped: capped, capped };
}

const SUMS = sql`
  count(*) as total, count(*) filter (where ${completionRows.spun}) as spins, count(${completionRows.wonPaise}) as wins,
  coalesce(sum(${completionRows.revenuePaise}), 0) as "revenuePaise",
  coalesce(sum(${completionRows.wonPaise}), 0) as "wonPaise"`;
