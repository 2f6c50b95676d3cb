import { randomUUID } from 'node:crypto';
import { differenceKinds, type StatementLine } from '@inaam/contracts/networks/statements';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, postback, type TestNetwork } from '@inaam/testing/factories/completions';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminActor } from '../../kernel/actor.ts';
import { acceptDifferences } from './accept.ts';
import { buildExampleStatement, type ExampleSale } from './example.ts';
import { groupDifferences, listDifferences } from './list-differences.ts';
import { listStatements } from './list-statements.ts';
import { deleteOldStatements } from './old-statements.ts';
import { addStatementLines, beginStatement, compareStatement } from './upload.ts';

let core: TestCore;
let admin: AdminActor;
beforeAll(async () => {
  core = await createTestCore();
  admin = (await makeAdmin(core)) as AdminActor;
});
afterAll(() => core.close());

interface Ledger {
  network: TestNetwork;
  networkId: number;
}

/** Creates a network, so that its ledger has only the test's completions. */
async function openLedger(): Promise<Ledger> {
  const network = await makeNetwork(core);
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${network.slug}`;
  return { network, networkId: row?.id ?? 0 };
}

/** Creates a completion of ₹24 at the given time, and returns the sale for the statement. */
async function completeOneOffer(
  { network, networkId }: Ledger,
  at = '2026-10-15T06:00:00Z',
  more: Record<string, string> = {},
) {
  const { offer_id: offerId } = await makeOffer(core, { network_id: networkId });
  const clickId = await makeClick(core, await makeUser(core), offerId);
  const transactionId = randomUUID();
  const params = { click_id: clickId, transaction_id: transactionId, payout: '24', currency: 'INR' };
  await postback(core, network, { ...params, status: 'approved', ...more });
  await rewriteFacts(
    core,
    (sql) => sql`update completions set completed_at = ${at}::timestamptz where transaction_id = ${transactionId}`,
  );
  return { clickId, transactionId, micros: 24_000_000n, currency: 'INR', day: at.slice(0, 10), offerId };
}

const toLine = ({ clickId, transactionId, micros, currency, day }: ExampleSale, line: number): StatementLine => ({
  line,
  day,
  transaction_id: transactionId,
  goal_id: '',
  click_id: clickId,
  offer: '',
  micros: String(micros),
  currency,
  status: 'approved',
});

async function beginUpload(
  { networkId }: Pick<Ledger, 'networkId'>,
  lines: number,
  month: string,
  zone: 'Asia/Kolkata' | 'UTC' = 'UTC',
): Promise<number> {
  const format = { columns: { transaction: 'Txn', amount: 'Payout' }, dayOrder: 'day first' as const, zone };
  const input = { network_id: networkId, month, file_name: 'october.csv', format, lines };
  return (await beginStatement(core.as(admin), input)).statement_id;
}

async function upload(
  { networkId }: Ledger,
  lines: StatementLine[],
  { month = '2026-10', zone = 'Asia/Kolkata' as 'Asia/Kolkata' | 'UTC' } = {},
): Promise<number> {
  const statement_id = await beginUpload({ networkId }, lines.length, month, zone);
  await addStatementLines(core.as(admin), { statement_id, lines });
  await compareStatement(core.as(admin), statement_id);
  return statement_id;
}

const read = async (statement_id: number, state: 'open' | 'accepted' | 'all' = 'open') => {
  const input = { statement_id, state, difference: 'all' as const, page: 1, limit: 1000, total: 'exact' as const };
  return (await listDifferences(core.kernel, input)).differences;
};
const readKinds = async (statement_id: number) => (await read(statement_id)).map(({ kind }) => kind);

/** Fills a ledger and builds the sandbox's statement about the ledger. */
async function makeExample(ledger: Ledger) {
  const sales: ExampleSale[] = [];
  for (let at = 0; at < 9; at++) sales.push(await completeOneOffer(ledger));
  const uncounted = { ...toUncounted(sales[0]), transactionId: randomUUID() };
  const { clickId, transactionId } = uncounted;
  const params = { click_id: clickId, transaction_id: transactionId, payout: '24', currency: 'INR' };
  await postback(core, ledger.network, { ...params, status: 'approved' });
  return { sales, lines: buildExampleStatement(sales, uncounted, '2026-10') };
}
const toUncounted = (sale: ExampleSale | undefined): ExampleSale => {
  if (!sale) throw new Error('there is no sale');
  return { ...sale, clickId: `nowhere-${randomUUID()}` };
};

describe('the sandbox’s statement', () => {
  test('has ten kinds of difference; the comparison finds each of them and nothing else', async () => {
    const ledger = await openLedger();
    const { lines } = await makeExample(ledger);
    const id = await upload(ledger, lines);
    expect((await readKinds(id)).toSorted()).toEqual([...differenceKinds].toSorted());
  });

  test('adds up both sides, and the open differences by day and offer', async () => {
    const ledger = await openLedger();
    const { lines } = await makeExample(ledger);
    const id = await upload(ledger, lines);
    const [statement] = (await listStatements(core.kernel, ledger.networkId)).statements;
    expect(statement).toMatchObject({ month: '2026-10', lines: lines.length, open: 10, accepted: 0 });
    // We counted nine sales of ₹24. The file lists six of them as approved in rupees, one of these twice and one for
    // ₹25. It also lists three sales that we did not count.
    expect(statement?.totals).toEqual([
      { currency: 'INR', their_count: 10, their_amount: '241', our_count: 9, our_amount: '216', our_rupees: 216 },
      { currency: 'USD', their_count: 1, their_amount: '24', our_count: 0, our_amount: '0', our_rupees: 0 },
    ]);
    const { groups } = await groupDifferences(core.kernel, id);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(10);
    const all = await read(id, 'all');
    const sum = (values: (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);
    expect(sum(groups.map(({ our_rupees }) => our_rupees))).toBe(sum(all.map(({ our_rupees }) => our_rupees)));
    expect(sum(groups.map(({ their_rupees }) => their_rupees))).toBe(sum(all.map(({ their_rupees }) => their_rupees)));
  });

  test('shows both sides of each difference, and the postback that was not counted', async () => {
    const ledger = await openLedger();
    const { sales, lines } = await makeExample(ledger);
    const found = new Map((await read(await upload(ledger, lines))).map((each) => [each.kind, each]));
    expect(found.get('other_amount')).toMatchObject({
      their_amount: '25',
      their_rupees: 25,
      our_amount: '24',
      our_rupees: 24,
      transaction_id: sales[1]?.transactionId,
    });
    expect(found.get('other_status')).toMatchObject({ their_status: 'reversed', their_rupees: 0, our_rupees: 24 });
    expect(found.get('other_goal')).toMatchObject({ their_goal: 'level_9', our_goal: '' });
    expect(found.get('missing_there')).toMatchObject({ line: null, their_amount: null, our_rupees: 24 });
    expect(found.get('other_currency')).toMatchObject({ their_currency: 'USD', their_rupees: null });
    expect(found.get('call_not_counted')).toMatchObject({ reason: 'Click not found', our_amount: null });
    const [call] = await core.database.sql<{ id: number }[]>`
      select id from postbacks where transaction_id = ${found.get('call_not_counted')?.transaction_id ?? ''}`;
    expect(found.get('call_not_counted')?.postback_id).toBe(call?.id);
  });
});

test('accepts differences with a reason, and keeps them accepted in the next upload', async () => {
  const ledger = await openLedger();
  const { lines } = await makeExample(ledger);
  const id = await upload(ledger, lines);
  const chosen = (await read(id)).filter(({ kind }) => kind === 'missing_here' || kind === 'other_amount');
  const input = {
    statement_id: id,
    difference_ids: chosen.map(({ difference_id }) => difference_id),
    reason: 'agreed',
  };
  expect(await acceptDifferences(core.as(admin), input)).toEqual({ accepted: 2 });
  // Accepting the same differences again changes nothing.
  expect(await acceptDifferences(core.as(admin), { ...input, reason: 'again' })).toEqual({ accepted: 0 });
  expect(await read(id)).toHaveLength(8);

  // The second file has other line numbers. In the third file, one line has another amount, so its difference is new.
  const renumberedLines = lines.map((line) => ({ ...line, line: line.line + 7 }));
  const second = await upload(ledger, renumberedLines);
  expect(await read(second)).toHaveLength(8);
  expect(await read(second, 'accepted')).toMatchObject([
    { accepted_reason: 'agreed', accepted_by: admin.name, accepted_at: expect.any(String) },
    { accepted_reason: 'agreed' },
  ]);
  const raisedLines = renumberedLines.map((line) =>
    line.transaction_id === 'example-missing-here' ? { ...line, micros: '99000000' } : line,
  );
  expect(await read(await upload(ledger, raisedLines))).toHaveLength(9);
  // Only the newest upload of the month stays.
  expect((await listStatements(core.kernel, ledger.networkId)).statements).toHaveLength(1);
  expect(
    await core.database.sql`
    select after ->> 'month' as month, note from audit_entries
    where action = 'networks.accept_differences' and subject = ${String(ledger.networkId)}`,
  ).toEqual([{ month: '2026-10', note: 'agreed' }]);
});

describe('the edge of a month', () => {
  /** This time is in October in UTC and in November in Indian time. */
  const EDGE = '2026-10-31T20:00:00Z';

  test('reports other_month for a listed sale that is in the month only in the network’s time zone', async () => {
    const ledger = await openLedger();
    const sale = await completeOneOffer(ledger, EDGE);
    expect(await readKinds(await upload(ledger, [toLine(sale, 2)], { zone: 'UTC' }))).toEqual(['other_month']);
  });

  test('reports other_month for an unlisted sale that is in the month only in Indian time', async () => {
    const ledger = await openLedger();
    await completeOneOffer(ledger, EDGE);
    const other = await completeOneOffer(ledger, '2026-11-10T06:00:00Z');
    const november = { month: '2026-11', zone: 'UTC' as const };
    expect(await readKinds(await upload(ledger, [toLine(other, 2)], november))).toEqual(['other_month']);
    // With Indian time as the network's time zone, the sale is in November, and the statement lacks it.
    const inIndia = { month: '2026-11', zone: 'Asia/Kolkata' as const };
    expect(await readKinds(await upload(ledger, [toLine(other, 2)], inIndia))).toEqual(['missing_there']);
  });
});

test('matches further payments of a completion, and transactions without an id by click and goal', async () => {
  const ledger = await openLedger();
  const first = await completeOneOffer(ledger);
  const second = randomUUID();
  const params = { click_id: first.clickId, transaction_id: second, payout: '10', currency: 'INR', status: 'approved' };
  await postback(core, ledger.network, params);
  await rewriteFacts(
    core,
    (sql) => sql`update payments set at = '2026-10-16T06:00:00Z' where transaction_id = ${second}`,
  );
  const own = await completeOneOffer(ledger);
  await rewriteFacts(
    core,
    (sql) => sql`update completions set transaction_id = ${`click:${own.clickId}:`}
      where transaction_id = ${own.transactionId}`,
  );
  const lines = [
    toLine(first, 2),
    toLine({ ...first, transactionId: second, micros: 10_000_000n }, 3),
    toLine({ ...own, transactionId: '' }, 4),
  ];
  expect(await read(await upload(ledger, lines))).toEqual([]);
  expect(await readKinds(await upload(ledger, lines.slice(0, 1)))).toEqual(['missing_there', 'missing_there']);
});

test('treats a transaction with a separate reversal line as reversed', async () => {
  const ledger = await openLedger();
  const sale = await completeOneOffer(ledger);
  const lines = [toLine(sale, 2), { ...toLine(sale, 3), status: 'reversed' as const }];
  expect(await readKinds(await upload(ledger, lines))).toEqual(['other_status']);
  const { clickId, transactionId } = sale;
  await postback(core, ledger.network, { click_id: clickId, transaction_id: transactionId, status: 'reversed' });
  expect(await readKinds(await upload(ledger, lines))).toEqual([]);
});

test('compares the offer’s reward in rupees where the postbacks have no payout', async () => {
  const ledger = await openLedger();
  const sale = await completeOneOffer(ledger, undefined, { payout: '' });
  const [row] = await core.database.sql<{ micros: number; paise: number }[]>`
    select payout_micros as micros, payout_paise as paise from completions
    where transaction_id = ${sale.transactionId}`;
  expect(row?.micros).toBeNull();
  const line = { ...toLine(sale, 2), micros: String((row?.paise ?? 0) * 10_000) };
  expect(await readKinds(await upload(ledger, [line]))).toEqual([]);
  expect(await readKinds(await upload(ledger, [{ ...line, micros: '1' }]))).toEqual(['other_amount']);
});

test('deletes old statements and unfinished uploads with all their rows, in batches', async () => {
  const count = async () => {
    const [row] = await core.database.sql<Record<string, number>[]>`
      select (select count(*)::int from network_statements) as statements,
        (select count(*)::int from network_statement_lines) as lines,
        (select count(*)::int from statement_differences) as differences,
        (select count(*)::int from accepted_differences) as notes`;
    return row;
  };
  const before = await count();
  const age = (id: number, days: number) => core.database.sql`
    update network_statements set uploaded_at = now() - ${days} * interval '1 day' where id = ${id}`;
  const ledger = await openLedger();
  const { lines } = await makeExample(ledger);
  const oldStatement = await upload(ledger, lines);
  const ids = (await read(oldStatement)).map(({ difference_id }) => difference_id);
  const input = { statement_id: oldStatement, difference_ids: ids.slice(0, 1), reason: 'agreed' };
  await acceptDifferences(core.as(admin), input);
  await age(oldStatement, 3_301);
  await core.database.sql`
    update accepted_differences set at = now() - interval '3301 days' where network_id = ${ledger.networkId}`;
  const abandonedUpload = await beginUpload(ledger, lines.length, '2026-09');
  await addStatementLines(core.as(admin), { statement_id: abandonedUpload, lines });
  await age(abandonedUpload, 1.1);
  const recentStatement = await upload(ledger, lines, { month: '2026-11' });
  await age(recentStatement, 3_299);
  const unfinishedUpload = await beginUpload(ledger, lines.length, '2026-08');
  const keptDifferences = (await read(recentStatement)).length;

  await deleteOldStatements(core.kernel, 3_300, 2);
  expect(await count()).toEqual({
    statements: (before?.['statements'] ?? 0) + 2,
    lines: (before?.['lines'] ?? 0) + lines.length,
    differences: (before?.['differences'] ?? 0) + keptDifferences,
    notes: before?.['notes'],
  });
  await addStatementLines(core.as(admin), { statement_id: unfinishedUpload, lines });
});

describe('an upload', () => {
  test('is compared only after all lines have arrived, and skips lines that are sent again', async () => {
    const ledger = await openLedger();
    const lines = [toLine(await completeOneOffer(ledger), 2), toLine(await completeOneOffer(ledger), 3)];
    const { statement_id } = await beginStatement(core.as(admin), {
      network_id: ledger.networkId,
      month: '2026-10',
      file_name: 'october.csv',
      format: { columns: { click: 'Click' }, dayOrder: 'month first', zone: 'UTC' },
      lines: 2,
    });
    await addStatementLines(core.as(admin), { statement_id, lines: lines.slice(0, 1) });
    await expect(compareStatement(core.as(admin), statement_id)).rejects.toMatchObject({
      code: 'STATEMENT_INCOMPLETE',
    });
    expect(await listStatements(core.kernel, ledger.networkId)).toEqual({ statements: [], format: null });
    await addStatementLines(core.as(admin), { statement_id, lines });
    await compareStatement(core.as(admin), statement_id);
    expect(await listStatements(core.kernel, ledger.networkId)).toMatchObject({
      statements: [{ lines: 2, open: 0, uploaded_by: admin.name }],
      format: { columns: { click: 'Click' }, dayOrder: 'month first', zone: 'UTC' },
    });
    // After the comparison, the upload accepts no further lines.
    await expect(addStatementLines(core.as(admin), { statement_id, lines })).rejects.toMatchObject({
      code: 'STATEMENT_NOT_FOUND',
    });
  });

  test('can be compared again after the ledger changed', async () => {
    const ledger = await openLedger();
    const sale = await completeOneOffer(ledger);
    const id = await upload(ledger, [toLine(sale, 2)]);
    expect(await readKinds(id)).toEqual([]);
    const { clickId, transactionId } = sale;
    await postback(core, ledger.network, { click_id: clickId, transaction_id: transactionId, status: 'reversed' });
    await compareStatement(core.as(admin), id);
    expect(await readKinds(id)).toEqual(['other_status']);
  });

  test('of 20,000 lines is compared in one call', async () => {
    const ledger = await openLedger();
    const sale = await completeOneOffer(ledger);
    const lines = Array.from({ length: 20_000 }, (_, at) => ({
      ...toLine(sale, at + 2),
      transaction_id: `many-${at}`,
      click_id: '',
    }));
    expect(
      await listDifferences(core.kernel, {
        statement_id: await upload(ledger, lines),
        state: 'all',
        difference: 'missing_here',
        page: 1,
        limit: 1,
        total: 'exact',
      }),
    ).toMatchObject({ pagination: { total: 20_000 } });
  }, 60_000);
});
