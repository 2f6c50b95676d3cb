import { openDatabase } from '@inaam/db/client';
import { type CrowdCall, userCalls } from '@inaam/testing/crowd/calls';
import { measure } from '@inaam/testing/crowd/measure';
import { servicesOver } from '@inaam/testing/services';
import { crowdServer, type ListOptions } from './lists.ts';

/** What only searches, orders and figures of lists need; the rest keeps facts unique or serves the moves themselves. */
const HELPERS = `
  select format('drop index %s', i.indexrelid::regclass) as statement
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where c.relnamespace = 'public'::regnamespace and (a.amname = 'gin' or c.relname in ('completions_figures_idx',
    'spins_figures_idx', 'completions_payout_idx', 'completions_unapproved_idx', 'users_provider_idx', 'users_first_name_idx',
    'spins_high_value_idx', 'spins_won_idx', 'postbacks_outcome_idx', 'audit_log_action_idx', 'vouchers_expiry_idx',
    'vouchers_stock_idx', 'credit_cases_list_idx'))
  union all
  select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) from pg_trigger
  where tgname in ('users_searched', 'users_counted', 'spins_counted', 'spins_counted_again', 'completions_counted')`;

/**
 * What the lists' indexes and counters cost those who write: the users' calls with them and then without them. The
 * database has lost them afterwards: not one that is to be measured again.
 */
export async function benchWrites({ log, runs, ...options }: ListOptions): Promise<void> {
  await crowdServer({ log, ...options }, async (url) => {
    const { sql, close, db } = openDatabase(url, { max: 1, statementTimeout: 900_000 });
    try {
      const services = await servicesOver({ sql, db, close });
      const calls = (await userCalls(services, sql, 2 * runs + 10)).filter(({ name }) => name.includes(options.only));
      const all = async () => {
        const cost: Record<string, number> = {};
        for (const call of calls) cost[call.name] = await one(sql, call, runs);
        return cost;
      };
      const withThem = await all();
      for (const { statement } of await sql.unsafe<{ statement: string }[]>(HELPERS)) await sql.unsafe(statement);
      await sql`vacuum (analyze)`;
      const without = await all();
      log('| call | with, CPU ms | without | ratio |\n|---|---|---|---|');
      for (const [name, cost] of Object.entries(withThem)) {
        const bare = without[name] ?? Number.NaN;
        log(`| ${name} | ${cost} | ${bare} | ${(cost / bare).toFixed(2)} |`);
      }
    } finally {
      await close();
    }
  });
}

async function one(sql: Parameters<typeof measure>[0], call: CrowdCall, runs: number): Promise<number> {
  const { cpu, p50 } = await measure(sql, call, runs);
  return cpu ?? p50;
}
