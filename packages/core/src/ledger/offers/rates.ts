import { sql } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { acquireLock } from '../../kernel/locks.ts';

/**
 * How likely somebody is to finish an offer that they start, measured from what people alike did
 * (infra/docs/decisions/0018). Counted by a job, read with the list of offers.
 */

/** What a person had done before a start. */
export interface PriorActivity {
  /** Offers completed: 0, 1 (one or two), 2 (more). */
  experience: number;
  /** Whether one of them was of the offer's category. */
  familiar: boolean;
}

/** People alike at one offer. */
export interface FinishRateRow extends PriorActivity {
  starts: number;
  finished: number;
}

/** So old a start that was not finished counts as one that never will be; before, nobody knows. */
const UNFINISHED_AFTER = '3 days';
const RATE_WINDOW = '90 days';
/** Starts that are looked at, the newest ones: bounds the work over a large table. */
const MAX_STARTS = 200_000;
/** Fewer completions say nothing about how long the next one takes. */
const MIN_SAMPLES = 10;
const SAMPLE_SIZE = 200;

export const getExperience = (completed: number): number => (completed === 0 ? 0 : completed < 3 ? 1 : 2);

/**
 * Counts anew how often those who start an offer finish it, and within how many seconds after the click nine in ten of
 * its last completions came from the network.
 */
export async function updateFinishRates(kernel: Kernel): Promise<void> {
  await kernel.write(async (tx) => {
    // One process at a time; the others find the same a moment later.
    await acquireLock(tx, 'offer rates');
    await tx.execute(sql`delete from offer_rates`);
    // What a person had done before each start is counted along their history, once: looking it up for each start reads
    // the same completions again and again. At one moment a start comes before a completion.
    await tx.execute(sql`
      with starts as materialized (
        select user_id, offer_id, min(created_at) as at from (
          select user_id, offer_id, created_at from clicks
          where created_at > now() - ${RATE_WINDOW}::interval order by created_at desc limit ${MAX_STARTS}::int
        ) last group by user_id, offer_id
      ), done as materialized (
        select user_id, offer_id, completed_at as at, reversed_at is not null as is_reversed from completion_states
        -- Earlier goals alone are no completion.
        where user_id in (select user_id from starts) and awaited_goal is null
      ), histories as (
        select e.user_id, e.offer_id, e.at, e.is_start,
          count(*) filter (where not e.is_start) over (partition by e.user_id
            order by e.at, not e.is_start rows unbounded preceding) as before,
          count(*) filter (where not e.is_start) over (partition by e.user_id, o.category
            order by e.at, not e.is_start rows unbounded preceding) as alike
        from (
          select user_id, offer_id, at, true as is_start from starts
          union all select user_id, offer_id, at, false from done
        ) e
        join offers o on o.id = e.offer_id
      ), judged as (
        -- The offer's own completion is none before it.
        select h.offer_id, h.at, h.before - (d.at < h.at is true)::int as before,
          h.alike - (d.at < h.at is true)::int as alike,
          d.is_reversed is false as finished
        from histories h left join done d on d.user_id = h.user_id and d.offer_id = h.offer_id
        where h.is_start
      )
      insert into offer_rates (offer_id, experience, familiar, starts, finished)
      select offer_id, case when before = 0 then 0 when before < 3 then 1 else 2 end, alike > 0, count(*),
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
      ) t where t.known >= ${MIN_SAMPLES}::int`);
  });
}

/** How many starts a guess from above weighs against what was counted below it. */
const PRIOR_WEIGHT = 20;
const smoothRate = (finished: number, starts: number, guess: number): number =>
  (finished + PRIOR_WEIGHT * guess) / (starts + PRIOR_WEIGHT);

export type FinishRate = (offerId: number, habits: PriorActivity) => number;

const cellOf = ({ experience, familiar }: PriorActivity): string => `${experience}${familiar}`;

/**
 * Rates from counts. Few starts say little, so each level leans on the one above it, by {@link WEIGHT} starts: all
 * offers, the offer, the offer for people alike, whose guess is the offer's rate times how much more or less people
 * alike finish in general.
 * @returns the share of starts that are finished, 0 to 1; undefined where nothing was counted
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
  const alike = new Map<string, number>();
  for (const one of cells) {
    if (alike.has(cellOf(one))) continue;
    const { starts, finished } = sum(cells.filter((other) => cellOf(other) === cellOf(one)));
    alike.set(cellOf(one), smoothRate(finished, starts, general) / general);
  }
  return (offerId, habits) => {
    const own = counts.get(offerId) ?? [];
    const { starts, finished } = sum(own);
    const guess = smoothRate(finished, starts, general) * (alike.get(cellOf(habits)) ?? 1);
    const cell = own.find((one) => cellOf(one) === cellOf(habits));
    return smoothRate(cell?.finished ?? 0, cell?.starts ?? 0, Math.min(Math.max(guess, 0.01), 0.99));
  };
}
