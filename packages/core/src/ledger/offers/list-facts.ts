import type { SqlClient, SqlPart } from '@inaam/db/client';
import { runInBatches } from '../../kernel/batches.ts';
import { type CallerColumns, type CallerQuery, type CallerRow, callersQuery } from '../../kernel/caller.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Wheel } from '../spins/wheels.ts';
import { getPublishedWheels } from './catalogue.ts';

/** The key that decides whether a cached list is still valid. */
export interface CacheKeyRow {
  /** Version of the offer catalogue, read in the same snapshot. */
  version: number;
  /** The time of the read, in seconds since 1970 by the database's clock. */
  now: number;
  /** A text that changes whenever the facts in {@link Facts} change, see {@link buildFactCounts}. */
  factCounts: string;
}

/** The facts about a user and the offers (clicks, completions, spins, vouchers), in one row. */
export interface FactsRow extends CacheKeyRow {
  /** JSON of {@link Facts}. */
  facts: string;
}

/** Each column is an array, because an object for each row would cost more. Times are in seconds since 1970. */
interface Facts {
  completions: Columns<{
    id: number;
    offer: number;
    odds: number;
    at: number;
    /** A value of the SQL function `spin_status`. */
    spin: string;
    until: number | null;
    awaits: boolean;
  }>;
  /** Events after the completion; most completions have none. */
  events: EventFacts[] | null;
  /** Settled spins. `amount` is in paise; null for a loss. */
  spins: Columns<{ completion: number; amount: number | null }>;
  /** Commitments (hex) of completions that are not spun, by completion ID. */
  waiting: Record<string, string> | null;
  owed: number[] | null;
  vouchers: Columns<{ completion: number; code: string; pin: string | null }>;
  /** Goals reported before the one that completes the offer. */
  goals: Columns<{ completion: number; goal: string }>;
  /** The newest click of each offer. */
  clicks: Columns<{ offer: number; at: number; id: string }>;
}

interface EventFacts {
  completion: number;
  kind: 'approved' | 'adopted' | 'reversed';
}

/** Parallel arrays, one for each field; null if there are no rows. */
type Columns<Row> = { [Field in keyof Row]: Row[Field][] | null };

/** The user's facts about one offer. */
export interface OfferFacts {
  completion: CompletionFacts | undefined;
  startedAt: string | null;
  clickId: string | null;
}

export interface CompletionFacts {
  at: number;
  reversed: boolean;
  pending: boolean;
  heldUntil: number | null;
  /** When the spin's status changes by time alone, such as at the end of a hold, in seconds since 1970. */
  changesAt: number | null;
  /** The user has reached an earlier goal, but not the goal that completes the offer. */
  awaiting: boolean;
  /** IDs of the goals that the network has reported for an awaiting completion. */
  goals: readonly string[];
  /** The odds published at completion. */
  wheel: Wheel;
  /** The commitment in hex; null after the spin. */
  commitment: string | null;
  spun: { amountPaise: number | null; owed: boolean; code: string | undefined; pin: string | null } | undefined;
}

type Query = SqlPart<never>;
type Column = SqlPart<never>;

/** The `from` clause of each kind of facts, which selects one user's facts. */
type Counted = Record<'clicks' | 'completions' | 'events' | 'payments' | 'spins' | 'awards', SqlPart<never>>;

/**
 * Builds a text of the counts of facts. Facts are insert-only, so equal counts mean equal facts. Owed wins (their
 * amount is out of stock) and withdrawn vouchers are not insert-only, but they change only together with a new award or
 * a new spin. Payments are counted only for completions that await a goal, because the list shows no other payments.
 */
const buildFactCounts = (
  sql: SqlClient,
  person: Column,
  { clicks, completions, events, payments, spins, awards }: Counted,
) => sql`
  concat_ws(' ', ${person}, (select count(*) || ' ' || max(created_at) from ${clicks}),
    (select count(*) from ${completions}), (select count(*) from ${events}), (select count(*) from ${payments}),
    (select count(*) from ${spins}), (select count(*) from ${awards}))`;

/**
 * Selects the cache key of each person by index-only scans, which take a third of the time of reading the facts.
 * @param people a query for rows with "personId"; the result also contains its columns
 */
function selectCacheKeys<Extra extends object>(sql: SqlClient, people: Query) {
  const person = sql`p."personId"`;
  const ofCompletions = sql`where completion_id = any((select ids from mine)::bigint[])`;
  const counted = {
    clicks: sql`clicks where user_id = ${person}`,
    completions: sql`unnest((select ids from mine)) id`,
    events: sql`completion_events ${ofCompletions}`,
    payments: sql`payments where completion_id = any((select awaiting from mine)::bigint[])`,
    spins: sql`spins ${ofCompletions}`,
    awards: sql`voucher_awards ${ofCompletions}`,
  };
  return sql<(Extra & CacheKeyRow)[]>`
    select p.*, o.version, date_part('epoch', now()) as now, k."factCounts"
    from (${people}) p
    cross join lateral (
      with mine as materialized (
        select array_agg(id) as ids, array_agg(id) filter (where awaited_goal is not null) as awaiting
        from completions where user_id = ${person}
      )
      select ${buildFactCounts(sql, person, counted)} as "factCounts"
    ) k
    cross join offer_catalogue o`;
}

/**
 * Reads a user's facts in one statement, at a cost that depends only on the number of this user's rows. It calls the
 * functions of the view `completion_states` directly, because the view would look up each completion in three tables.
 * @param person a query for at most one row with "personId"; the result also contains its columns
 */
const readFacts = <Extra extends object>(sql: SqlClient, person: Query) => sql<(Extra & FactsRow)[]>`
  with p as materialized (${person}),
  k as materialized (
    select offer_id, created_at, click_id from clicks where user_id = (select "personId" from p)
  ),
  c as materialized (
    select id, offer_id, odds_version, completed_at, approved_at, held_until, awaited_goal, commitment
    from completions where user_id = (select "personId" from p)
  ),
  mine as materialized (
    select array_agg(id) as ids, array_agg(id) filter (where awaited_goal is not null) as awaiting from c
  ),
  e as materialized (
    select completion_id, kind, at, held_until from completion_events
    where completion_id = any((select ids from mine)::bigint[])
  ),
  g as materialized (
    select completion_id, goal_id from payments where completion_id = any((select awaiting from mine)::bigint[])
  ),
  s as materialized (
    select completion_id, amount_paise, roll from spins where completion_id = any((select ids from mine)::bigint[])
  ),
  a as materialized (
    select completion_id, voucher_id from voucher_awards where completion_id = any((select ids from mine)::bigint[])
  ),
  w as materialized (
    select completion_id from owed_wins where completion_id = any((select ids from mine)::bigint[])
  )
  select p.*, o.version, date_part('epoch', now()) as now,
    ${buildFactCounts(sql, sql`(select "personId" from p)`, {
      clicks: sql`k`,
      completions: sql`c`,
      events: sql`e`,
      payments: sql`g`,
      spins: sql`s`,
      awards: sql`a`,
    })} as "factCounts",
    json_build_object(
      'completions', (select json_build_object('id', array_agg(id), 'offer', array_agg(offer_id),
        'odds', array_agg(odds_version), 'at', array_agg(date_part('epoch', completed_at)),
        'spin', array_agg(spin_status(a.at, a.held_until)),
        'until', array_agg(date_part('epoch', get_spin_change_time(a.at, a.held_until))),
        'awaits', array_agg(awaited_goal is not null))
        from c left join e on e.completion_id = c.id and e.kind = 'approved'
        cross join lateral (
          select coalesce(c.approved_at, e.at) as at, coalesce(c.held_until, e.held_until) as held_until) a),
      'events', (select json_agg(json_build_object('completion', completion_id, 'kind', kind)) from e),
      'spins', (select json_build_object('completion', array_agg(completion_id), 'amount', array_agg(amount_paise))
        from s where roll is not null),
      'waiting', (select json_object_agg(id, encode(commitment, 'hex')) from c
        where id <> all(array(select completion_id from s where roll is not null))),
      'owed', (select json_agg(completion_id) from w),
      'vouchers', (select json_build_object('completion', array_agg(a.completion_id), 'code', array_agg(v.code),
          'pin', array_agg(v.pin))
        from a join vouchers v on v.id = a.voucher_id and v.withdrawn_at is null),
      'goals', (select json_build_object('completion', array_agg(completion_id), 'goal', array_agg(goal_id))
        from g where goal_id is not null),
      'clicks', (select json_build_object('offer', array_agg(offer_id),
        'at', array_agg(date_part('epoch', created_at)), 'id', array_agg(click_id))
        from (select distinct on (offer_id) * from k order by offer_id desc, created_at desc) k)
    )::text as facts
  from p cross join offer_catalogue o`;

/** Reads the key that decides whether a cached list is still valid. */
export const cacheKeyQuery = (kernel: Kernel, userId: number): Promise<readonly CacheKeyRow[]> =>
  kernel.read((_, sql) => selectCacheKeys(sql, sql`select ${userId}::bigint as "personId"`));

/** Reads the facts from which the list is built. */
export const factsQuery = (kernel: Kernel, userId: number): Promise<readonly FactsRow[]> =>
  kernel.read((_, sql) => readFacts(sql, sql`select ${userId}::bigint as "personId"`));

/** Does {@link cacheKeyQuery} and the session lookup in one statement. */
export const cacheKeyWithCaller: CallerQuery<CacheKeyRow> = (sql, caller, sessionId, ip) =>
  readCacheKey(sql, { caller, sessionId, ip });

const readCacheKey = runInBatches<
  { caller: CallerRow; sessionId: string; ip: string | null },
  CallerColumns & CacheKeyRow
>({
  // A second batch starts at once instead of growing. Larger batches help only writes, which share a flush to disk.
  secondBatchAt: 1,
  single: (sql, { caller, sessionId, ip }) => selectCacheKeys(sql, caller(sql, sessionId, ip)),
  batched: (sql, calls) =>
    selectCacheKeys(
      sql,
      sql`
        select q.place::int, s.*
        from unnest(${calls.map(({ sessionId }) => sessionId)}::text[], ${calls.map(({ ip }) => ip)}::text[])
          with ordinality q (session_id, ip, place)
        cross join lateral (${callersQuery(calls)(sql, sql`q.session_id`, sql`q.ip`)}) s`,
    ),
});

/** Does {@link factsQuery} and the session lookup in one statement. */
export const factsWithCaller: CallerQuery<FactsRow> = (sql, caller, sessionId, ip) =>
  readFacts<CallerColumns>(sql, caller(sql, sessionId, ip));

/** Groups the user's facts by offer ID. */
export async function groupFactsByOffer(kernel: Kernel, { facts: text }: FactsRow): Promise<Map<number, OfferFacts>> {
  const facts: Facts = JSON.parse(text);
  return groupByOffer(facts, await getWheels(kernel, facts.completions));
}

/** Returns the wheel of each completion, in the order of the completions. */
function getWheels(kernel: Kernel, { offer, odds }: Facts['completions']): Promise<readonly Wheel[]> | Wheel[] {
  return offer === null || odds === null ? [] : getPublishedWheels(kernel, offer, odds);
}

/** @param wheels the wheel of each completion, in the order of the completions */
function groupByOffer(facts: Facts, wheels: readonly Wheel[]): Map<number, OfferFacts> {
  const byOffer = new Map<number, OfferFacts>();
  const { clicks, completions, goals, spins, vouchers } = facts;
  for (const [i, offer] of (clicks.offer ?? []).entries())
    byOffer.set(offer, {
      completion: undefined,
      startedAt: toIsoFromSeconds(clicks.at?.[i] ?? null),
      clickId: clicks.id?.[i] ?? null,
    });
  const spun = new Map<number, NonNullable<CompletionFacts['spun']>>();
  for (const [i, completion] of (spins.completion ?? []).entries())
    spun.set(completion, { amountPaise: spins.amount?.[i] ?? null, owed: false, code: undefined, pin: null });
  for (const [i, completion] of (vouchers.completion ?? []).entries()) {
    const won = spun.get(completion);
    if (!won) continue;
    won.code = vouchers.code?.[i];
    won.pin = vouchers.pin?.[i] ?? null;
  }
  for (const completion of facts.owed ?? []) {
    const won = spun.get(completion);
    if (won) won.owed = true;
  }
  const reached = new Map<number, string[]>();
  for (const [i, completion] of (goals.completion ?? []).entries())
    reached.set(completion, [...(reached.get(completion) ?? []), goals.goal?.[i] ?? '']);
  const events = new Map((facts.events ?? []).map((event) => [`${event.kind} ${event.completion}`, event]));
  for (const [i, id] of (completions.id ?? []).entries()) {
    const offer = completions.offer?.[i];
    const wheel = wheels[i];
    if (offer === undefined || wheel === undefined) continue;
    const findEvent = (kind: EventFacts['kind']) => events.get(`${kind} ${id}`);
    const reversed = findEvent('reversed') !== undefined;
    const spinStatus = completions.spin?.[i] ?? 'pending';
    const changesAt = reversed ? null : (completions.until?.[i] ?? null);
    const completion: CompletionFacts = {
      at: completions.at?.[i] ?? 0,
      reversed,
      pending: !reversed && spinStatus !== 'ready',
      heldUntil: spinStatus === 'held' ? changesAt : null,
      changesAt,
      awaiting: completions.awaits?.[i] === true && findEvent('adopted') === undefined,
      goals: reached.get(id) ?? [],
      wheel,
      commitment: facts.waiting?.[id] ?? null,
      spun: spun.get(id),
    };
    const started = byOffer.get(offer);
    if (started) started.completion = completion;
    else byOffer.set(offer, { completion, startedAt: null, clickId: null });
  }
  return byOffer;
}

/** Converts seconds since 1970, precise to microseconds, to ISO 8601 in UTC. Drops fractions of a millisecond. */
export const toIsoFromSeconds = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(Math.floor(Math.round(seconds * 1e6) / 1e3)).toISOString();
