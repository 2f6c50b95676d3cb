import { setTimeout as sleep } from 'node:timers/promises';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import {
  completeOffer,
  makeClick,
  makeNetwork,
  postback,
  type TestNetwork,
} from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { makeReadyToSpin, makeWinner, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ledgerDifferences } from './ledger.ts';
import { migrate } from './migrate.ts';

/**
 * The change feed passes each fact (a new row, such as a click or a completion) to each consumer once, in any order of
 * commits, and also after a restore from another server.
 */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const advance = async (most = 1_000_000_000): Promise<number | null> => {
  const [row] = await core.database.sql<
    { read: number | null }[]
  >`select advance_change_feed('figures', ${most}) as read`;
  return row?.read ?? null;
};
const differences = () => ledgerDifferences(core.database.sql);
const count = async (table: 'clicks' | 'consumed'): Promise<number> => {
  const { sql } = core.database;
  const [row] =
    table === 'clicks'
      ? await sql<{ n: number }[]>`select count(*) as n from clicks`
      : await sql<{ n: number }[]>`select coalesce(sum(clicks), 0)::bigint as n from offer_days`;
  return row?.n ?? 0;
};
const watermark = async (): Promise<number> => {
  const [row] = await core.database.sql<{ xid: number }[]>`
    select xid::text::bigint as xid from change_feed_consumers where name = 'figures'`;
  return row?.xid ?? 0;
};

/** Retries until `isDone` is true, because transactions of parallel test files on the same server delay the feed. */
async function retryUntil(isDone: () => Promise<boolean>, attempt: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; !(await isDone()); tries++) {
    if (tries === 1_000) throw new Error('the feed does not catch up');
    await attempt();
    await sleep(10);
  }
}

const advanceTo = (xid: number) =>
  retryUntil(
    async () => (await watermark()) >= xid,
    async () => advance(xid - (await watermark())),
  );

/** Runs the feed until it has read all facts. */
const runFeed = () =>
  retryUntil(async () => {
    const [row] = await core.database.sql<{ waits: boolean }[]>`select change_feed_has_pending('figures') as waits`;
    return row?.waits === false;
  }, advance);

let amount = 300;
/** Creates facts of each kind, for a user whose account is linked to the identity provider halfway. */
async function createFactsOfEachKind() {
  await addStock(core, { amount: ++amount, count: 1 });
  const won = await makeWinner(core, network, amount);
  const { offer_id: offerId } = await makeOffer(core);
  const { clickId, transactionId } = await completeOffer(core, network, won.user, offerId);
  await core.database.sql`update users set provider_uid = ${`provider ${amount}`} where id = ${won.user.id}`;
  await postback(core, network, { click_id: clickId, transaction_id: transactionId, status: 'reversed' });
  const lostSpin = await makeReadyToSpin(core, network, amount);
  await settleWithRoll(core, lostSpin.completionId, 999);
  // This completion has no later facts. A later fact could hide that a step has skipped the completion.
  await makeReadyToSpin(core, network, amount);
  return { ...won, clickId };
}

describe('the change feed', () => {
  beforeEach(runFeed);

  test('consumes each fact once, wherever a step ends', async () => {
    const from = await watermark();
    await createFactsOfEachKind();
    const facts = await core.database.sql<{ xid: number }[]>`
      select distinct xid::text::bigint as xid from (
        select xid from clicks union all select xid from completions union all select xid from completion_events
        union all select xid from spins union all select xid from voucher_awards
        union all select xid from user_provider_changes
      ) facts where xid >= ${String(from)}::xid8 order by 1`;
    expect(facts.length).toBeGreaterThan(5);
    // Advance to just before each fact's transaction, then past it.
    for (const { xid } of facts) {
      for (const to of [xid, xid + 1]) {
        await advanceTo(to);
        expect(await differences()).toEqual([]);
      }
    }
    expect(await count('consumed')).toBe(await count('clicks'));
  });

  test('runs consumers with custom plans, and the click search with a larger GIN pending list', async () => {
    const { sql } = core.database;
    await sql`create table probed (mode text)`;
    await sql`create function consume_changes_for_probe(xid8, xid8) returns void language sql as
      'insert into probed values (current_setting(''plan_cache_mode''))'`;
    await sql`insert into change_feed_consumers (name, xid) values ('probe', '0')`;
    await sql`select advance_change_feed('probe', 1)`;
    expect(await sql`select mode from probed`).toEqual([{ mode: 'force_custom_plan' }]);
    await sql`delete from change_feed_consumers where name = 'probe'`;
    const [consumer] = await sql`select proconfig from pg_proc where proname = 'consume_changes_for_click_search'`;
    expect(consumer).toEqual({ proconfig: ['gin_pending_list_limit=16MB'] });
  });

  test('defers the foreign-key checks of rows that consumers insert to the commit', async () => {
    const { sql } = core.database;
    const references = await sql<{ table: string; deferred: boolean }[]>`
      select conrelid::regclass::text as table, condeferred as deferred from pg_constraint
      where contype = 'f' and conrelid::regclass::text in (
        select inserted[1] from pg_proc cross join regexp_matches(prosrc, 'insert into (\\w+)', 'g') inserted
        where proname like 'consume\\_changes\\_for\\_%' or proname = 'enqueue_facts')
      order by 1`;
    expect(references.filter(({ deferred }) => !deferred)).toEqual([]);
    expect(references.map(({ table }) => table)).toEqual([
      'click_search',
      'click_totals',
      'completion_rows',
      'conversion_days',
      'conversion_totals',
      'due_milestones',
      'due_milestones',
      'held_spins',
      'notifications',
      'offer_days',
      'spend_hours',
      'webhook_deliveries',
    ]);
  });

  test('rolls back a step that violates a foreign key', async () => {
    const { sql } = core.database;
    await sql`create function consume_changes_for_unheld(xid8, xid8) returns void language sql as
      'insert into held_spins (completion_id, held_until) values (0, now())'`;
    await sql`insert into change_feed_consumers (name, xid) values ('unheld', '0')`;
    await expect(sql`select advance_change_feed('unheld', 1)`).rejects.toMatchObject({ code: '23503' });
    expect(await sql`select xid::text::int as xid from change_feed_consumers where name = 'unheld'`).toEqual([
      { xid: 0 },
    ]);
    expect(await sql`select from held_spins where completion_id = 0`).toEqual([]);
    await sql`delete from change_feed_consumers where name = 'unheld'`;
  });

  test('waits for a running transaction, then consumes the transaction’s facts', async () => {
    const { offer_id: offerId } = await makeOffer(core);
    const user = await makeUser(core);
    await runFeed();
    const before = await count('consumed');
    await core.database.sql.begin(async (open) => {
      await open`insert into clicks (click_id, user_id, offer_id) values ('runs', ${user.id}, ${offerId})`;
      const [own] = await open<{ xid: number }[]>`select pg_current_xact_id()::text::bigint as xid`;
      await makeClick(core, user, offerId);
      await advance();
      // The later click is committed and visible, but is consumed only after the earlier one.
      expect(await watermark()).toBeLessThanOrEqual(own?.xid ?? 0);
      expect(await count('consumed')).toBe(before);
      expect(await differences()).toEqual([]);
    });
    expect(await differences()).toEqual([]);
    await runFeed();
    expect(await count('consumed')).toBe(before + 2);
    expect(await differences()).toEqual([]);
  });

  test('runs in one process at a time, while other processes skip the step', async () => {
    await createFactsOfEachKind();
    const second = await core.database.sql.begin(async (open) => {
      await open`select advance_change_feed('figures', 1000000000)`;
      return core.database.sql.begin(async (other) => {
        await other`set local lock_timeout = '2s'`;
        const [row] = await other<{ read: number | null }[]>`select advance_change_feed('figures', 1000000000) as read`;
        return row?.read;
      });
    });
    expect(second).toBeNull();
    expect(await differences()).toEqual([]);
    await runFeed();
    expect(await count('consumed')).toBe(await count('clicks'));
  });

  test('changes nothing when its server process is killed halfway', async () => {
    await createFactsOfEachKind();
    const before = { watermark: await watermark(), consumed: await count('consumed') };
    const killed = core.database.sql.begin(async (open) => {
      await open`select advance_change_feed('figures', 1000000000)`;
      const [self] = await open<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await core.database.sql`select pg_terminate_backend(${self?.pid ?? 0})`;
      await open`select 1`;
    });
    await expect(killed).rejects.toThrow();
    expect({ watermark: await watermark(), consumed: await count('consumed') }).toEqual(before);
    expect(await differences()).toEqual([]);
    await runFeed();
    expect(await differences()).toEqual([]);
    expect(await count('consumed')).toBe(await count('clicks'));
  });

  test('counts completions under the identity provider as soon as their account is linked to it', async () => {
    const { user } = await makeWinner(core, network, ++amount);
    await runFeed();
    const countProviderCompletions = async () => {
      const [row] = await core.database.sql<{ n: number }[]>`
        select coalesce(sum(completions), 0)::bigint as n from conversion_days_now() where google`;
      return row?.n ?? 0;
    };
    const before = await countProviderCompletions();
    await core.database.sql`update users set provider_uid = 'joins late' where id = ${user.id}`;
    expect(await countProviderCompletions()).toBe(before + 1);
    await runFeed();
    expect(await countProviderCompletions()).toBe(before + 1);
    expect(await differences()).toEqual([]);
  });
});

describe('rows of the completion list', () => {
  const step = async (most: number) => core.database.sql`select advance_change_feed('figures', ${most})`;
  const countUnfolded = async () => {
    const [row] = await core.database.sql<{ ids: number[] | null }[]>`select unfolded_completions() as ids`;
    return row?.ids?.length ?? 0;
  };

  test('match the facts at every step, until all facts are copied', async () => {
    await retryUntil(
      async () => (await countUnfolded()) === 0,
      () => step(1_000_000_000),
    );
    const { user } = await createFactsOfEachKind();
    await core.database.sql`update users set provider_uid = 'joins the rows' where id = ${user.id}`;
    expect(await countUnfolded()).toBeGreaterThan(0);
    expect(await differences()).toEqual([]);
    for (let steps = 0; steps < 10; steps++) {
      await step(6);
      expect(await differences()).toEqual([]);
    }
    await retryUntil(
      async () => (await countUnfolded()) === 0,
      () => step(1_000_000_000),
    );
    expect(await differences()).toEqual([]);
    const [rows] = await core.database.sql`
      select count(*) as n, count(*) filter (where google and user_id = ${user.id}) as joined from completion_rows`;
    const [facts] = await core.database.sql`select count(*) as n from completions`;
    expect(rows?.['n']).toBe(facts?.['n']);
    expect(rows?.['joined']).toBeGreaterThan(0);
  });

  test('are reported when they differ from the facts, and are rebuilt by a recount', async () => {
    await retryUntil(
      async () => (await countUnfolded()) === 0,
      () => step(1_000_000_000),
    );
    await core.database.sql`update completion_rows set payout_paise = payout_paise + 1
      where completion_id = (select max(completion_id) from completion_rows)`;
    expect(await differences()).toEqual([expect.stringContaining('figures of the list, completion ')]);
    await core.database.sql`select recount()`;
    expect(await differences()).toEqual([]);
  });
});

describe('voucher counts', () => {
  const readCounts = async () => {
    const [row] = await core.database.sql`
      select sum(total) as total, sum(expired) as expired, sum(used) as used, sum(awarded) as awarded
      from voucher_counts_now() where amount_paise = ${amount * 100}`;
    return row;
  };

  test('follow every change of a voucher at every step of the feed', async () => {
    const { sql } = core.database;
    await addStock(core, { amount: ++amount, count: 3 });
    expect(await readCounts()).toEqual({ total: 3, expired: 0, used: 0, awarded: 0 });
    const won = await makeWinner(core, network, amount);
    expect(await readCounts()).toEqual({ total: 3, expired: 0, used: 0, awarded: 1 });
    await sql`update vouchers set used_at = now() where id = (
      select voucher_id from voucher_awards where completion_id = ${won.completionId})`;
    const removedRows = await sql<{ id: number }[]>`
      delete from free_vouchers where amount_paise = ${amount * 100} returning voucher_id as id`;
    await sql`update vouchers set expired_at = now() where id = ${removedRows[0]?.id ?? 0}`;
    await sql`delete from vouchers where id = ${removedRows[1]?.id ?? 0}`;
    expect(await readCounts()).toEqual({ total: 2, expired: 1, used: 1, awarded: 1 });
    for (let steps = 0; steps < 10; steps++) {
      await sql`select advance_change_feed('voucher_counts', 6)`;
      expect(await differences()).toEqual([]);
    }
    await sql`select recount_vouchers()`;
    expect(await readCounts()).toEqual({ total: 2, expired: 1, used: 1, awarded: 1 });
    expect(await differences()).toEqual([]);
  });

  test('are reported when they differ from the vouchers, and are rebuilt by a recount', async () => {
    await addStock(core, { amount: ++amount, count: 1 });
    await core.database.sql`update voucher_counts set used = used + 1 where amount_paise = ${amount * 100}`;
    expect(await differences()).toEqual([expect.stringContaining(`of ${amount * 100} paise: counted`)]);
    await core.database.sql`select recount_vouchers()`;
    expect(await differences()).toEqual([]);
  });

  test('stay correct because the brand of a won voucher cannot be changed', async () => {
    await addStock(core, { amount: ++amount, count: 1 });
    const { completionId } = await makeWinner(core, network, amount);
    await expect(
      core.database.sql`update vouchers set brand = 'Other' where id = (
        select voucher_id from voucher_awards where completion_id = ${completionId})`,
    ).rejects.toThrow('a won voucher keeps its type and brand');
  });
});

describe('the repair of the feed after a restore on another server', () => {
  const FACTS = ['clicks', 'completions', 'completion_events', 'spins', 'voucher_awards', 'user_provider_changes'];
  /** Simulates a dump from a server that is a billion transactions ahead. */
  const shiftTransactionIdsAhead = () =>
    rewriteFacts(core, async (sql) => {
      for (const table of [...FACTS, 'change_feed_consumers'])
        await sql.unsafe(`update ${table} set xid = (xid::text::bigint + 1000000000)::text::xid8 where xid <> '0'`);
    });
  const listTablesAhead = async (): Promise<string[]> => {
    const tables: string[] = [];
    for (const table of [...FACTS, 'change_feed_consumers']) {
      const [row] = await core.database.sql.unsafe<{ is: boolean }[]>(
        `select exists (select from ${table} where xid >= pg_snapshot_xmax(pg_current_snapshot())) as is`,
      );
      if (row?.is) tables.push(table);
    }
    return tables;
  };
  const figures = () =>
    core.database.sql`
      select user_id, completions, spins, vouchers_won, voucher_value_paise::bigint, revenue_paise::bigint
      from user_stats_now() order by 1`;

  test('changes nothing when all transaction ids are in the past', async () => {
    await createFactsOfEachKind();
    const before = await watermark();
    expect(await core.database.sql`select repair_change_feed() as repaired`).toEqual([{ repaired: false }]);
    expect(await watermark()).toBe(before);
  });

  test('runs at the next migration, after which the figures are right and the feed continues', async () => {
    await createFactsOfEachKind();
    await runFeed();
    const { user } = await createFactsOfEachKind();
    await core.database.sql`update users set provider_uid = null where id = ${user.id}`;
    const before = await figures();
    await shiftTransactionIdsAhead();
    expect(await listTablesAhead()).toEqual([...FACTS, 'change_feed_consumers']);
    // New facts are below the watermark, so without the repair no figure would include them.
    await createFactsOfEachKind();
    expect(await differences()).not.toEqual([]);

    await migrate(core.url);
    expect(await listTablesAhead()).toEqual([]);
    expect(await differences()).toEqual([]);
    expect((await figures()).slice(0, before.length)).toEqual(before);
    await createFactsOfEachKind();
    expect(await differences()).toEqual([]);
    await runFeed();
    expect(await count('consumed')).toBe(await count('clicks'));
    expect(await differences()).toEqual([]);
    expect(await core.database.sql`select repair_change_feed() as repaired`).toEqual([{ repaired: false }]);
  });

  test('keeps facts append-only', async () => {
    await createFactsOfEachKind();
    await shiftTransactionIdsAhead();
    expect(await core.database.sql`select repair_change_feed() as repaired`).toEqual([{ repaired: true }]);
    for (const table of ['clicks', 'completions', 'completion_events', 'spins', 'voucher_awards'])
      await expect(core.database.sql.unsafe(`update ${table} set xid = '0'`)).rejects.toThrow(
        `UPDATE of ${table} is not allowed`,
      );
  });

  test('lets a consumer with side effects continue with the facts that it has not read', async () => {
    const { sql } = core.database;
    const { clickId: read } = await createFactsOfEachKind();
    // Writes in other databases of the server hold the watermark back.
    await expect
      .poll(async () => (await sql`select max(xid) < pg_snapshot_xmin(pg_current_snapshot()) as past from clicks`)[0], {
        timeout: 20_000,
      })
      .toEqual({ past: true });
    // All consumers have read these facts. If one had not, the repair would make all of them read the facts again.
    await sql`update change_feed_consumers set xid = pg_snapshot_xmin(pg_current_snapshot()) where name <> 'figures'`;
    await sql`insert into change_feed_consumers (name, xid) values ('letters', pg_snapshot_xmin(pg_current_snapshot()))`;
    try {
      const { clickId: unread } = await createFactsOfEachKind();
      await shiftTransactionIdsAhead();
      await sql`select repair_change_feed()`;
      const unreadClicks = await sql`
        select click_id from clicks where xid >= (select xid from change_feed_consumers where name = 'letters')`;
      const ids = unreadClicks.map((row) => row['click_id']);
      expect(ids).toContain(unread);
      expect(ids).not.toContain(read);
      expect(await differences()).toEqual([]);
      await runFeed();
      expect(await differences()).toEqual([]);
    } finally {
      await sql`delete from change_feed_consumers where name = 'letters'`;
    }
  });
});
