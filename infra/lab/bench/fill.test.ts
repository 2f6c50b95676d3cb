import { openDatabase } from '@inaam/db/client';
import { createTestDatabase } from '@inaam/testing/database';
import { expect, test } from 'vitest';
import { scripts, seedBaselineData } from './baseline.ts';
import { seedBenchData } from './fill.ts';

const READY_COMPLETIONS = 100;

/** A pgbench script as one statement, with its variables replaced. */
const fillStatement = (script: string, values: Record<string, number>): string =>
  Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(new RegExp(`(?<!:):${name}\\b`, 'g'), String(value)),
    script.replaceAll(/^\s*\\set .*$/gm, ''),
  );

async function withTestDatabase(work: (sql: ReturnType<typeof openDatabase>['sql'], url: string) => Promise<void>) {
  const { url, drop } = await createTestDatabase();
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 120_000 });
  try {
    await work(sql, url);
  } finally {
    await close();
    await drop();
  }
}

test('records one spin, click and postback with the scripts of the baseline, and reads the offers', async () => {
  await withTestDatabase(async (sql) => {
    await seedBaselineData(sql, { ready: READY_COMPLETIONS });
    const countRows = async () =>
      (
        await sql`
          select (select count(*) from bench.spins)::int as spins, (select count(*) from bench.clicks)::int as clicks,
            (select count(*) from bench.postbacks)::int as postbacks`
      )[0];
    const before = await countRows();
    await sql.unsafe(fillStatement(scripts.spin, { completion: 1, amount: 1 }));
    // A second spin of the same completion settles nothing.
    await sql.unsafe(fillStatement(scripts.spin, { completion: 1, amount: 1 }));
    await sql.unsafe(fillStatement(scripts.click, { person: 1, offer: 1 }));
    await sql.unsafe(fillStatement(scripts.postback, { click: 1 }).replace("'click' || 1", "'click1'"));
    const after = await countRows();
    expect(['spins', 'clicks', 'postbacks'].map((name) => after?.[name] - before?.[name])).toEqual([1, 1, 1]);
    expect(await sql.unsafe(fillStatement(scripts.offers, { person: 4001 }))).toHaveLength(50);
  });
});

test('creates as many completions, clicks and codes as a run needs', async () => {
  await withTestDatabase(async (sql, url) => {
    const size = { users: 200, completions: 400, ready: READY_COMPLETIONS, log: () => {} };
    const facts = await seedBenchData(url, sql, 'not a hash', size);
    expect(facts.ready).toHaveLength(READY_COMPLETIONS);
    expect(facts.clicks.length).toBeGreaterThanOrEqual(READY_COMPLETIONS);
    expect(facts.readers).toHaveLength(200);
    const [counts] = await sql`
      select
        (select count(*) from completions where id > ${facts.readyBase})::int as ready,
        (select count(*) from spin_states where completion_id > ${facts.readyBase} and outcome = 'waiting')::int
          as waiting,
        (select count(*) from free_vouchers where amount_paise = 500)::int >= 2000 as has_stock,
        (select count(*) from figure_differences())::int as differences`;
    expect(counts).toEqual({ ready: READY_COMPLETIONS, waiting: READY_COMPLETIONS, has_stock: true, differences: 0 });
  });
}, 120_000);
