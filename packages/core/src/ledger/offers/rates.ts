import { sql } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { acquireLock } from '../../kernel/locks.ts';

/**
 * Estimates from similar users how likely a user is to finish an offer (infra/docs/decisions/0018). A job counts starts
 * and completions; the list of offers reads the counts.
 */

/** What a user had completed before a start. */
export interface PriorActivity {
  /** 0: no completions, 1: one or two, 2: three or more. */
  experience: number;
  /** True if one of these completions was in the category of the started offer. */
  familiar: boolean;
}

/** Starts and finishes of one offer by users with the same prior activity. */
export interface FinishRateRow extends PriorActivity {
  starts: number;
  finished: number;
}

/** An unfinished start counts as abandoned after this time. */
const UNFINISHED_AFTER = '3 days';
const RATE_WINDOW = '90 days';
/** Only this many of the newest starts are counted, which bounds the work on a large table. */
const MAX_STARTS = 200_000;
/** An offer with fewer confirmed completions has no usual time. An offer with fewer counted starts counts as new. */
export const MIN_PEOPLE = 30;
const SAMPLE_SIZE = 200;

export const getExperience = (completed: number): number => (completed === 0 ? 0 : completed < 3 ? 1 : 2);

/**
 * Recounts finish rates and usual times. The usual time is the 90th percentile in seconds from click to confirmation.
 */
export async function updateFinishRates(kernel: Kernel): Promise<void> {
  await kernel.write(async (tx) => {
    // Processes recount one at a time. A process that waited repeats the work with the same result.
    await acquireLock(tx, 'offer rates');
    await tx.execute(sql`delete from offer_rates`);
    // A window over each user's history counts prior completions in one pass. A lookup for each start would read the
    // same rows again and again. At equal times, a start comes before a completion.
    await tx.execute(sql`
      with starts as materialized (
        select user_id, offer_id, min(created_at) as at from (
          select user_id, offer_id, created_at from clicks
          where created_at > now() - ${RATE_WINDOW}::interval order by created_at desc limit ${MAX_STARTS}::int
        ) last group by user_id, offer_id
      ), done as materialized (
        select user_id, offer_id, completed_at as at, reversed_at is not null as is_reversed from completion_states
        -- Completions that await a goal are excluded.
        where user_id in (select user_id from starts) and awaited_goal is null and source <> 'house'
      ), histories as (
        select e.user_id, e.offer_id, e.at, e.is_start,
          count(*) filter (where not e.is_start) over (partition by e.user_id
            order by e.at, not e.is_start rows unbounded preceding) as before,
          count(*) filter (where not e.is_start) over (partition by e.user_id, o.category
            order by e.at, not e.is_start rows unbounded preceding) as before_in_category
        from (
          select user_id, offer_id, at, true as is_start from starts
          union all select user_id, offer_id, at, false from done
        ) e
        join offers o on o.id = e.offer_id
      ), judged as (
        -- Subtracts an earlier completion of the same offer.
        select h.offer_id, h.at, h.before - (d.at < h.at is true)::int as before,
          h.before_in_category - (d.at < h.at is true)::int as before_in_category,
          d.is_reversed is false as finished
        from histories h left join done d on d.user_id = h.user_id and d.offer_id = h.offer_id
        where h.is_start
      )
      insert into offer_rates (offer_id, experience, familiar, starts, finished)
      select offer_id, case when before = 0 then 0 when before < 3 then 1 else 2 end, before_in_category > 0, count(*),
        count(*) filter (where finished)
      from judged
      where finished or at < now() - ${UNFINISHED_AFTER}::interval
      group by 1, 2, 3`);
    await tx.execute(sql`delete from offer_completion_times`);
    await tx.execute(sql`
      insert into offer_completion_times (offer_id, usual_seconds)
      select o.id, greatest(round(t.seconds), 1)::int
      from offers o cross join lateral (
        select count(*) as known, extract(epoch from percentile_disc(0.9) within group (order by took)) as seconds
        from (
          select c.approved_at - k.created_at as took from completion_states c join clicks k on k.id = c.click_id
          where c.offer_id = o.id and c.source = 'network' and c.approved_at is not null
          order by c.completed_at desc limit ${SAMPLE_SIZE}::int
        ) last
      ) t where t.known >= ${MIN_PEOPLE}::int`);
  });
}

/** Weight of the prior, in starts. */
const PRIOR_WEIGHT = 20;
const smoothRate = (finished: number, starts: number, prior: number): number =>
  (finished + PRIOR_WEIGHT * prior) / (starts + PRIOR_WEIGHT);

export type FinishRate = (offerId: number, habits: PriorActivity) => number;

const getCellKey = ({ experience, familiar }: PriorActivity): string => `${experience}${familiar}`;

/**
 * Computes finish rates. A rate from few starts is unreliable, so each level (all offers, one offer, one offer for
 * similar users) uses the rate of the level above as its prior, see {@link PRIOR_WEIGHT}. The prior of the last level
 * is the offer's rate, multiplied by the ratio of similar users' rate to all users' rate over all offers.
 * @returns a function for the share of starts that finish, 0 to 1; undefined if no starts were counted
 */
export function getFinishRates(counts: ReadonlyMap<number, readonly FinishRateRow[]>): FinishRate | undefined {
  const sum = (cells: readonly FinishRateRow[]) =>
    cells.reduce((all, { starts, finished }) => ({ starts: all.starts + starts, finished: all.finished + finished }), {
      starts: 0,
      finished: 0,
    });
  const cells = [...counts.values()].flat();
  const all = sum(cells);
  if (all.starts === 0) return undefined;
  const general = smoothRate(all.finished, all.starts, 0.5);
  const similarUsers = new Map<string, number>();
  for (const row of cells) {
    if (similarUsers.has(getCellKey(row))) continue;
    const { starts, finished } = sum(cells.filter((other) => getCellKey(other) === getCellKey(row)));
    similarUsers.set(getCellKey(row), smoothRate(finished, starts, general) / general);
  }
  return (offerId, habits) => {
    const offerCells = counts.get(offerId) ?? [];
    const { starts, finished } = sum(offerCells);
    const prior = smoothRate(finished, starts, general) * (similarUsers.get(getCellKey(habits)) ?? 1);
    const cell = offerCells.find((row) => getCellKey(row) === getCellKey(habits));
    return smoothRate(cell?.finished ?? 0, cell?.starts ?? 0, Math.min(Math.max(prior, 0.01), 0.99));
  };
}
