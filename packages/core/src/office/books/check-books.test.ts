import { setTimeout } from 'node:timers/promises';
import type { SqlClient } from '@inaam/db/client';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork, postback } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { makeWinner, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOperationsMetrics } from '../../insight/dashboard/operations.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import { sealAudit } from '../audit/chain.ts';
import { type CheckedRange, checkBooks } from './check-books.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
  const network = await makeNetwork(core);
  await addStock(core, { amount: 31, count: 2 });
  await makeWinner(core, network, 31);
  await makeWinner(core, network, 32);
  const { offer_id: offer } = await makeOffer(core);
  const lost = await completeOffer(core, network, await makeUser(core), offer);
  await settleWithRoll(core, lost.completionId, 999);
  const reversed = await completeOffer(core, network, await makeUser(core), offer);
  await postback(core, network, {
    click_id: reversed.clickId,
    transaction_id: reversed.transactionId,
    status: 'reversed',
  });
  for (const n of ['1', '2'])
    await core.kernel.write((tx) => writeAuditEntry(tx, anyAdmin, { action: 'offers.update', subject: n }));
  await waitForChangeFeed(core);
  // An open transaction of another test on the same server can delay sealing.
  while ((await listUnsealed()).length > 0) {
    await sealAudit(core.services);
    await setTimeout(50);
  }
});
afterAll(() => core.close());

const listUnsealed = () => core.database.sql`
  select id from audit_log where id not in (select entry_id from audit_chain_links)`;

/** Moves the times of earlier checks into the past. */
const backdateChecks = (time: string) => core.database.sql`
  update book_checks set added_at = added_at - ${time}::interval, started_at = started_at - ${time}::interval,
    checked_at = checked_at - ${time}::interval`;

/** Runs checks until each range has been checked once. */
async function runRound(): Promise<CheckedRange[]> {
  await core.database.sql`delete from book_checks`;
  const found: CheckedRange[] = [];
  for (;;) {
    const checked = await checkBooks(core.services);
    found.push(...checked);
    const left = await core.database.sql`select 1 from book_checks where checked_at is null`;
    if (left.length === 0) return found;
    await backdateChecks('1 minute');
  }
}

const listFound = (checked: readonly CheckedRange[]) => checked.flatMap(({ differences }) => differences);

test('checks every part of the books, and finds no difference in correct books', async () => {
  const checked = await runRound();
  expect(new Set(checked.map(({ part }) => part))).toEqual(
    new Set(['amounts', 'completions', 'days', 'entries', 'odds', 'seals', 'totals', 'users', 'vouchers']),
  );
  expect(listFound(checked)).toEqual([]);
  const { books } = await getOperationsMetrics(core.kernel);
  expect(books.map(({ book, differences }) => [book, differences])).toEqual([
    ['audit', 0],
    ['ledger', 0],
  ]);
});

test('lets only one process check in each minute, starting with the range whose last check is oldest', async () => {
  await runRound();
  await backdateChecks('1 day');
  const [oldest] = await core.database.sql<{ part: string; first: number }[]>`
    update book_checks set checked_at = checked_at - interval '1 hour' where part = 'users' returning part, first`;
  const { books } = await getOperationsMetrics(core.kernel);
  expect(books.find(({ book }) => book === 'ledger')?.oldest_seconds).toBeGreaterThan(25 * 3600 - 60);
  const runs = await Promise.all([checkBooks(core.services), checkBooks(core.services), checkBooks(core.services)]);
  expect(runs.flat()).toEqual([{ ...oldest, differences: [] }]);
});

test('checks every range within twelve hours, however many ranges exist', async () => {
  await runRound();
  await backdateChecks('11 minutes');
  await core.database.sql`
    insert into book_checks (part, first, checked_at)
    select 'amounts', n, now() - interval '11 hours' from generate_series(1000001, 1001441) n`;
  const [{ ranges = 0 } = {}] = await core.database.sql<{ ranges?: number }[]>`
    select count(*)::int as ranges from book_checks`;
  const checked = await checkBooks(core.services);
  // One run starts each minute, so twelve hours have 12 × 60 runs.
  expect(checked.length * 12 * 60).toBeGreaterThanOrEqual(ranges);
  await core.database.sql`delete from book_checks where part = 'amounts' and first > 1000000`;
});

test('checks a range with differences again within minutes', async () => {
  await runRound();
  await backdateChecks('11 minutes');
  await core.database.sql`update book_checks set differences = '{"an old line"}' where part = 'odds'`;
  expect((await checkBooks(core.services)).map(({ part }) => part)).toContain('odds');
  expect(await core.database.sql`select 1 from book_checks where differences <> '{}'`).toEqual([]);
});

describe('finds', () => {
  /** Makes a change as the database owner, without triggers. Returns what a round finds, and undoes the change. */
  async function findAfter(table: string, change: (sql: SqlClient) => Promise<unknown>): Promise<string[]> {
    const { sql } = core.database;
    await sql.unsafe(`create table kept as select * from ${table}; alter table ${table} disable trigger user`);
    try {
      await change(sql);
      return listFound(await runRound());
    } finally {
      await sql.unsafe(`delete from ${table}; insert into ${table} overriding system value select * from kept`);
      await sql.unsafe(`alter table ${table} enable trigger user; drop table kept`);
    }
  }

  test.each<[what: string, table: string, change: (sql: SqlClient) => Promise<unknown>, found: RegExp]>([
    [
      'a missing owed win',
      'owed_wins',
      (sql) => sql`delete from owed_wins`,
      /^completion \d+ won 3200 paise and has neither/,
    ],
    [
      'a voucher that is missing from the stock',
      'free_vouchers',
      (sql) => sql`delete from free_vouchers`,
      /^voucher \d+ is not in the stock/,
    ],
    [
      'changed figures of a user',
      'user_stats',
      (sql) => sql`update user_stats set revenue_paise = revenue_paise + 1 where completions > 0`,
      /^figures of user \d+: shown /,
    ],
    [
      'changed figures of a day',
      'offer_days',
      (sql) => sql`update offer_days set revenue_paise = revenue_paise + 1`,
      /^figures of offer \d+ on /,
    ],
    [
      'spins counted twice on a day',
      'offer_days',
      (sql) => sql`update offer_days set spins = spins + 1`,
      /^sums of offer \d+, clicks and spins by day: /,
    ],
    [
      'totals that are not the sum of days',
      'conversion_totals',
      (sql) => sql`update conversion_totals set won_paise = won_paise + 1`,
      /^sums of offer \d+, completions by day: /,
    ],
    [
      'a wrong count of vouchers',
      'voucher_counts',
      (sql) => sql`update voucher_counts set awarded = awarded + 1`,
      /^figures of vouchers, /,
    ],
    [
      'an altered entry of the audit log',
      'audit_log',
      (sql) => sql`update audit_log set subject = '9' where subject = '2'`,
      /^entry \d+ was altered$/,
    ],
    [
      'an entry that was inserted later',
      'audit_log',
      (sql) => sql`
        insert into audit_log (actor_kind, action, subject, at, xid)
        values ('system', 'offers.update', '1', now(), '1')`,
      /^entry \d+ was inserted afterwards$/,
    ],
    [
      'entries cut off from the end of the audit log after a receiver acknowledged them',
      'audit_head_receivers',
      (sql) => sql`
        insert into audit_head_receivers (receiver, acknowledged_seal, next_post_at)
        values (sha256('x'), (select max(id) + 1 from audit_seals), now())`,
      /^seal \d+ is missing: the end of the log was cut off$/,
    ],
  ])('%s', async (_, table, change, found) => {
    expect(await findAfter(table, change)).toContainEqual(expect.stringMatching(found));
  });
});
