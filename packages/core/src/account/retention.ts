import { type RetainedThing, retention } from '@inaam/contracts/account/retention';
import type { MoveSql } from '@inaam/db/client';
import type { Kernel } from '../kernel/kernel.ts';

/** Rows at most in one statement, so that it holds its locks for a short time. */
const BATCH = 2_000;

type Moves = Pick<Kernel, 'move'>;

/**
 * Repeats a statement that takes at most `BATCH` rows, each time in a transaction of its own, until it has taken fewer.
 * @param statement answers one row, with how many it has taken
 */
async function repeatInBatches(
  kernel: Moves,
  statement: (sql: MoveSql) => Promise<{ taken: number }[]>,
): Promise<void> {
  let taken: number | undefined;
  do taken = (await kernel.move(statement))[0]?.taken;
  while (taken === BATCH);
}

type Timed = { [K in RetainedThing]: (typeof retention)[K] extends { days: number } ? K : never }[RetainedThing];

/** How each row of the table that has an end is kept to: one without does not compile. */
const enforce: { [K in Timed]: (kernel: Moves, days: number) => Promise<unknown> } = {
  clicks: (kernel, days) =>
    repeatInBatches(
      kernel,
      (sql) => sql<{ taken: number }[]>`select forget_click_origins(${days}::int, ${BATCH}::int) as taken`,
    ),
  sessions: (kernel, days) =>
    kernel.move(
      (sql) => sql`
        delete from user_sessions where expires_at < now() or created_at < now() - make_interval(days => ${days})`,
    ),
  async devices(kernel, days) {
    await kernel.move(
      (sql) => sql`delete from known_devices where last_seen_at < now() - make_interval(days => ${days})`,
    );
    await kernel.move(
      (sql) => sql`delete from known_browsers where last_seen_at < now() - make_interval(days => ${days})`,
    );
  },
  async messages(kernel, days) {
    // Whole months are dropped: this finds what is from before there were partitions, what lingers in a month of which
    // a message still waits, and everything on an engine that has no partitions.
    await repeatInBatches(
      kernel,
      (sql) => sql<{ taken: number }[]>`
        with old as (
          select id, month from messages
          where month <= ((now() - make_interval(days => ${days})) at time zone 'UTC')::date
            and created_at < now() - make_interval(days => ${days})
            and settled_at < now() - make_interval(days => ${days})
          order by created_at, id limit ${BATCH}),
        gone as (delete from messages m using old where m.id = old.id and m.month = old.month returning 1)
        select count(*)::int as taken from gone`,
    );
  },
  notifications: (kernel, days) =>
    kernel.move((sql) => sql`delete from notifications where created_at < now() - make_interval(days => ${days})`),
  links: (kernel, days) =>
    kernel.move((sql) => sql`delete from account_tokens where expires_at < now() - make_interval(days => ${days})`),
  async doors(kernel, days) {
    // Whole months are dropped (functions/partitions.sql): this finds what is from before there were partitions, and
    // everything on an engine that has none.
    await repeatInBatches(
      kernel,
      (sql) => sql<{ taken: number }[]>`
        with old as (
          select id, at from security_events where at < now() - make_interval(days => ${days})
          order by at, id limit ${BATCH}),
        gone as (
          delete from security_events e using old where e.id = old.id and e.at = old.at returning e.id, e.at),
        details as (
          delete from security_event_details d using gone where d.event_id = gone.id and d.at in (gone.at, '-infinity'))
        select count(*)::int as taken from gone`,
    );
    // What a process of the release before has left of an event: it relied on a foreign key.
    await kernel.move(
      (sql) => sql`
        delete from security_event_details
        where exists (select from partitions() where name = 'security_event_details_history')
          and at = '-infinity' and event_id < (select min(id) from security_events)`,
    );
  },
  // Those that an operator may still need to replay a day of are told apart there; its figure is held to this one.
  postbacks: (kernel) => kernel.move((sql) => sql`select delete_old_network_records(${BATCH}::int)`),
  repeats: (kernel, days) =>
    kernel.move(
      (sql) => sql`
        delete from idempotency_keys i where i.created_at < now() - make_interval(days => ${days})
          -- A request waits for days, and what was done for it must not be done again: approvals/ask.ts, callOfRequest.
          and not exists (
            select from approvals a
            where a.status = 'waiting' and i.principal like 'once:%' and i.key = 'approval ' || a.id)`,
    ),
};

/** Deletes what is kept no longer. Again: nothing more. Several processes may do so at once. */
export async function keepRetention(kernel: Moves): Promise<void> {
  for (const thing of Object.keys(enforce) as Timed[]) await enforce[thing](kernel, retention[thing].days);
}
