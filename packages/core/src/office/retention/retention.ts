import type { SqlClient } from '@inaam/db/client';
import {
  type DeletableRows,
  deleteInBatches,
  type IdempotentKernel,
  repeatInBatches,
} from '../../kernel/repeat-in-batches.ts';
import { type ExpiringData, getDaysByData } from '../../kernel/retention-days.ts';
import { deleteNetworkRecords } from '../../partners/postbacks/old-records.ts';

/** The data that this job deletes. Other jobs delete the rest. */
type RetainedRows = ExpiringData | 'adminBrowsers' | 'adminChallenges' | 'challenges';

type Enforce = (kernel: IdempotentKernel, days: number, most?: number) => Promise<unknown>;

const ago = (sql: SqlClient, days: number) => sql`now() - make_interval(days => ${days})`;

/** Deletes rows older than a number of days. */
const deleteOlder =
  (table: string, key: DeletableRows['key'], moment: string): Enforce =>
  (kernel, days, most) =>
    deleteInBatches(kernel, { table, key, where: (sql) => sql`${sql(moment)} < ${ago(sql, days)}` }, most);

/** The subquery runs for each batch, which is cheap because few accounts are under a legal hold. */
const hasNoLegalHold = (sql: SqlClient) => sql`user_id not in (select id from users where legal_hold_at is not null)`;

/** Deletes old rows of users, except users under a legal hold. */
const deleteOlderOfUsers =
  (table: string, key: DeletableRows['key'], moment: string): Enforce =>
  (kernel, days, most) => {
    const isDue = (sql: SqlClient) => sql`${sql(moment)} < ${ago(sql, days)} and ${hasNoLegalHold(sql)}`;
    return deleteInBatches(kernel, { table, key, where: isDue }, most);
  };

/** For each kind of data, a function that deletes old rows. The compiler reports a missing kind. */
const enforce: { [K in RetainedRows]: Enforce } = {
  clicks: (kernel, days, most) =>
    repeatInBatches(
      kernel,
      (sql, batch) => sql<{ taken: number }[]>`select erase_old_click_origins(${days}::int, ${batch}::int) as taken`,
      most,
    ),
  async sessions(kernel, days, most) {
    const isDue = (sql: SqlClient) =>
      sql`(expires_at < now() or created_at < ${ago(sql, days)}) and ${hasNoLegalHold(sql)}`;
    await deleteInBatches(kernel, { table: 'user_sessions', key: ['id'], where: isDue }, most);
    // Sessions that ended because the user was suspended are kept longer, as evidence about the account.
    await deleteOlderOfUsers('suspended_sessions', ['id'], 'created_at')(kernel, days, most);
  },
  async devices(kernel, days, most) {
    await deleteOlderOfUsers('known_devices', ['user_id', 'device'], 'last_seen_at')(kernel, days, most);
    await deleteOlderOfUsers('known_browsers', ['user_id', 'hash'], 'last_seen_at')(kernel, days, most);
  },
  async messages(kernel, days, most) {
    // Another job drops whole partitions (kernel/partitions.ts). This statement deletes rows in months that still have
    // a queued message, in the default partition, and in tables without partitions (decision 0027).
    await repeatInBatches(
      kernel,
      (sql, batch) => sql<{ taken: number }[]>`
        with old as (
          select id, month from messages
          where month <= ((${ago(sql, days)}) at time zone 'UTC')::date
            and created_at < ${ago(sql, days)} and settled_at < ${ago(sql, days)}
          order by created_at, id limit ${batch}),
        gone as (delete from messages m using old where m.id = old.id and m.month = old.month returning 1)
        select count(*)::int as taken from gone`,
      most,
    );
  },
  notifications: deleteOlderOfUsers('notifications', ['id'], 'created_at'),
  mailed_links: deleteOlder('account_tokens', ['id'], 'expires_at'),
  async security_events(kernel, days, most) {
    // Another job drops whole partitions (kernel/partitions.ts). This statement deletes rows in the default partition
    // and in tables without partitions (decision 0027).
    await repeatInBatches(
      kernel,
      (sql, batch) => sql<{ taken: number }[]>`
        with old as (
          select id, at from security_events where at < ${ago(sql, days)} order by at, id limit ${batch}),
        gone as (
          delete from security_events e using old where e.id = old.id and e.at = old.at returning e.id, e.at),
        details as (
          delete from security_event_details d using gone where d.event_id = gone.id and d.at = gone.at)
        select count(*)::int as taken from gone`,
      most,
    );
  },
  // This function keeps the postbacks that an operator may still need to replay.
  postbacks_without_effect: deleteNetworkRecords,
  stored_answers: (kernel, days, most) =>
    repeatInBatches(
      kernel,
      (sql, batch) => sql<{ taken: number }[]>`
        with old as (
          select i.principal, i.key from idempotency_keys i where i.created_at < ${ago(sql, days)}
            -- A request for approval may wait for days, and a second approval must not execute it again: see
            -- getRunOnceKey in office/approvals/decide.ts.
            and not exists (
              select from approvals a
              where a.status = 'waiting' and i.principal like 'once:%' and i.key = 'approval ' || a.id)
          limit ${batch}),
        gone as (
          delete from idempotency_keys i using old where i.principal = old.principal and i.key = old.key returning 1)
        select count(*)::int as taken from gone`,
      most,
    ),
  adminBrowsers: deleteOlder('known_admin_browsers', ['admin_id', 'hash'], 'last_seen_at'),
  adminChallenges: deleteOlder('admin_challenges', ['hash'], 'expires_at'),
  // Unused challenges are deleted soon, because anyone can create them.
  challenges(kernel, days, most) {
    const isDue = (sql: SqlClient) => sql`purpose = 'passkey' and expires_at < ${ago(sql, days)}`;
    return deleteInBatches(kernel, { table: 'account_tokens', key: ['id'], where: isDue }, most);
  },
};

/**
 * Deletes data past its retention. For accounts under a legal hold, keeps sessions, devices, notifications and where
 * clicks came from. Idempotent and safe in several processes.
 * @param logDays the setting LOG_RETENTION_DAYS
 * @param most maximum rows per transaction
 */
export async function applyRetention(kernel: IdempotentKernel, logDays: number, most?: number): Promise<void> {
  const days = getDaysByData(logDays);
  for (const data of Object.keys(enforce) as RetainedRows[]) await enforce[data](kernel, days[data], most);
}
