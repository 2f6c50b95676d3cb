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
/**
 * At most this many starts are counted, which bounds the work on a large table. They are spread evenly over the window:
 * among the newest starts only, nearly all counted ones would be finished, because unfinished ones count later.
 */
const MAX_STARTS = 20_000;
/** Users whose histories one statement reads, so that each statement is short. */
const USERS_AT_ONCE = 1000;
/** An offer with fewer confirmed completions has no usual time. An offer with fewer counted starts counts as new. */
export const MIN_PEOPLE = 30;
const SAMPLE_SIZE = 200;

export const getExperience = (completed: number): number => (completed === 0 ? 0 : completed < 3 ? 1 : 2);

/** The first sampled start of an offer by a user. */
interface Start extends Record<string, unknown> {
  user_id: number;
  offer_id: number;
  /** As PostgreSQL writes it. */
  at: string;
}

type OfferRate = FinishRateRow & { offer_id: number };

/**
 * Recounts finish rates and usual times. The usual time is the 90th percentile in seconds from click to confirmation.
 * @param most maximum number of starts that are counted
 */
export async function updateFinishRates(kernel: Kernel, most = MAX_STARTS): Promise<void> {
  const rates = new Map<string, OfferRate>();
  for (const part of splitByUser(await sampleStarts(kernel, most))) {
    for (const row of await countFinished(kernel, part)) {
      const key = `${row.offer_id} ${getCellKey(row)}`;
      const { starts, finished } = rates.get(key) ?? { starts: 0, finished: 0 };
      rates.set(key, { ...row, starts: starts + row.starts, finished: finished + row.finished });
    }
  }
  await kernel.write(async (tx) => {
    // Processes write one at a time. A process that waited repeats the work with the same result.
    await acquireLock(tx, 'offer rates');
    await tx.execute(sql`delete from offer_rates`);
    await tx.execute(sql`
      insert into offer_rates (offer_id, experience, familiar, starts, finished)
      select r.* from jsonb_to_recordset(${JSON.stringify([...rates.values()])}::jsonb)
        as r (offer_id bigint, experience int, familiar boolean, starts int, finished int)
      join offers o on o.id = r.offer_id`);
    await tx.execute(sql`delete from offer_completion_times`);
    // The index of completion_rows on offer and time finds the newest completions of each offer.
    await tx.execute(sql`
      insert into offer_completion_times (offer_id, usual_seconds)
      select o.id, greatest(round(t.seconds), 1)::int
      from offers o cross join lateral (
        select count(*) as known, extract(epoch from percentile_disc(0.9) within group (order by took)) as seconds
        from (
          select c.approved_at - k.created_at as took
          from completion_rows r join completion_states c on c.id = r.completion_id join clicks k on k.id = c.click_id
          where r.offer_id = o.id and c.source = 'network' and c.approved_at is not null
          order by r.completed_at desc, r.completion_id desc limit ${SAMPLE_SIZE}::int
        ) last
      ) t where t.known >= ${MIN_PEOPLE}::int`);
  });
}

/**
 * Picks every n-th click of the window by its ID, or every click if `most` allows that. Returns the first picked click
 * of each user on each offer.
 */
const sampleStarts = (kernel: Kernel, most: number): Promise<Start[]> =>
  kernel.read((db) =>
    db.execute<Start>(sql`
      with ends as (
        select
          (select id from clicks where created_at > now() - ${RATE_WINDOW}::interval order by created_at, id limit 1)
            as oldest,
          (select max(id) from clicks) as last
      ), range as (select least(oldest, greatest(1, last - ${most}::int + 1)) as first, last from ends)
      select k.user_id, k.offer_id, min(k.created_at) as at
      from range, generate_series(first, last, ceil((last - first + 1) / ${most}::numeric)::bigint) picked
      join clicks k on k.id = picked
      where k.created_at > now() - ${RATE_WINDOW}::interval group by 1, 2`),
  );

/** Splits starts into parts of some {@link USERS_AT_ONCE} users. All starts of a user are in one part. */
function* splitByUser(starts: readonly Start[]): Generator<Start[]> {
  const byUser = [...Map.groupBy(starts, ({ user_id }) => user_id).values()];
  for (let from = 0; from < byUser.length; from += USERS_AT_ONCE) yield byUser.slice(from, from + USERS_AT_ONCE).flat();
}

/**
 * Counts starts and finished ones. A window over each user's history counts prior completions in one pass. A lookup for
 * each start would read the same rows again and again. At equal times, a start comes before a completion.
 * @param starts all starts of some users
 */
const countFinished = (kernel: Kernel, starts: readonly Start[]): Promise<OfferRate[]> =>
  kernel.read((db) =>
    db.execute<OfferRate & Record<string, unknown>>(sql`
      with starts as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(starts)}::jsonb)
          as s (user_id bigint, offer_id bigint, at timestamptz)
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
      select offer_id, case when before = 0 then 0 when before < 3 then 1 else 2 end as experience,
        before_in_category > 0 as familiar, count(*)::int as starts, (count(*) filter (where finished))::int as finished
      from judged
      where finished or at < now() - ${UNFINISHED_AFTER}::interval
      group by 1, 2, 3`),
  );

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
