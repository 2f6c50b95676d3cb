/** What stands in our SQL although the rules refuse it, with the reason. One that is gone is taken out here, too. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'function lock_call: advisory lock':
    'the hot path of calls: rows in their place would cost a write each. The engine has advisory locks since 2025.1 ' +
    '(ysql_yb_enable_advisory_locks), at a request to one tablet each',
  'function receive_postback: advisory lock': 'as lock_call',
  'function receive_postbacks: advisory lock': 'as lock_call; postbacks go alone there (DATABASE_BATCHES=off)',
  'trigger vouchers_counted: transition table':
    'the engine gets packages/db/src/functions/yugabytedb/voucher-counts.sql',
  'trigger vouchers_counted_anew: transition table': 'as vouchers_counted',
  'trigger vouchers_counted_out: transition table': 'as vouchers_counted',
  'index audit_details_trigrams: gin of several columns':
    'of the migration; schema.sql has one for each column, and no database was on the engine before it',
  'packages/db/src/migrations/0034_security_events_by_month.sql: statement':
    'a block that reads when the month ends: stock PostgreSQL alone has partitions, and no database was on the engine',
  'packages/db/src/migrations/0037_messages_by_month.sql: statement': 'as 0034: an existing table becomes a partition',
  'packages/db/src/migrations/0045_postbacks_search_waits.sql: statement':
    'a block that does nothing there: a setting of the index, which stock PostgreSQL alone has',
  'packages/db/src/migrations/0051_activity_hours.sql: table lock':
    'where a table that is in use gets its copy: no database was on the engine before it',
  'function put_in_postback_search: function':
    'puts what waits into an index: the engine gets packages/db/src/functions/yugabytedb/postbacks.sql',
  'function partitions: function':
    'reads the bounds of partitions: the engine gets packages/db/src/functions/yugabytedb/partitions.sql',
  'function keep_partitions_at: function': 'as partitions',
  'function keep_partitions_at: dynamic statement': 'as partitions; over a fixed list of tables',
  'function recount_vouchers: table lock':
    'repairs what was restored, by hand or by migrate(), while the api is stopped. The engine has table locks as a ' +
    'preview since 2025.1.1 (enable_object_locking_for_table_locks)',
  'function repair_feed: dynamic statement': 'over a fixed list of tables; its lock is that of recount_vouchers',
  'function advance_feed: dynamic statement':
    'calls fold_ and the name of a consumer, which are read here by themselves',
  'function set_blocked: dynamic statement': 'the two tables of a fixed list',
};
