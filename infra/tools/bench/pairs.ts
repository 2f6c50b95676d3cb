import { openDatabase } from '@inaam/db/client';
import { adminOverHttp } from '@inaam/testing/large-database/calls';
import { type Input, LISTS, pairsOf } from '@inaam/testing/large-database/pairs';
import { servicesOver } from '@inaam/testing/services';
import { atRest } from './at-rest.ts';
import { type ListOptions, largeDatabaseServer } from './lists.ts';
import { buildApi, SEALING_MS, startApi } from './paths/api-process.ts';
import { signInAsAdmin } from './sign-in-as-admin.ts';

/** ms: what takes no longer is not timed again. */
const SOON = 25;

/**
 * Every list of the back-office with each pair of a filter and an order, over HTTP: how long they take, and which take
 * longest. Of each the least of three calls: the worst plan is looked for, and not what else the machine did.
 */
export async function benchPairs({ only, log, ...options }: ListOptions): Promise<void> {
  await buildApi();
  await largeDatabaseServer({ log, ...options }, async (url) => {
    const database = openDatabase(url, { max: 2, statementTimeout: 900_000 });
    const api = await startApi(url, SEALING_MS);
    try {
      const { sql } = database;
      await atRest(sql);
      await sql`vacuum (analyze)`;
      const services = await servicesOver(database);
      const admin = adminOverHttp(api.adminOrigin, await signInAsAdmin(sql, services, api.adminOrigin));
      for (const [name, list] of Object.entries(LISTS)) {
        if (!name.includes(only)) continue;
        const ask = admin[name as keyof typeof LISTS].list as (input: Input) => Promise<unknown>;
        const took: { ms: number; input: Input }[] = [];
        for (const input of pairsOf(list)) {
          took.push({ ms: await leastOf(() => ask({ total: 'capped', ...input })), input });
        }
        took.sort((a, b) => b.ms - a.ms);
        const [slowest] = took;
        const at = (share: number) => took[Math.floor(took.length * share)]?.ms.toFixed(0);
        log(`${name}: ${took.length} calls, p50 ${at(0.5)} ms, p95 ${at(0.05)} ms, most ${slowest?.ms.toFixed(0)} ms`);
        for (const { ms, input } of took.slice(0, 10)) log(`  ${ms.toFixed(0)} ms ${JSON.stringify(input)}`);
      }
    } finally {
      await api.stop();
      await database.close();
    }
  });
}

/** ms; for ever where it is refused, as what takes too long is. */
async function leastOf(call: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++) {
    const began = performance.now();
    try {
      await call();
    } catch {
      return Number.POSITIVE_INFINITY;
    }
    least = Math.min(least, performance.now() - began);
    if (least < SOON) break;
  }
  return least;
}
