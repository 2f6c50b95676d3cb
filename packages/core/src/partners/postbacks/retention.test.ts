import { createTestCore, type TestCore } from '@inaam/testing/core';
import { countStatements } from '@inaam/testing/count-statements';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteNetworkRecords, deleteUnauthenticatedCallCounts } from './old-records.ts';

let core: TestCore;
let network: number;
beforeAll(async () => {
  core = await createTestCore();
  const { slug } = await makeNetwork(core);
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`;
  network = row?.id ?? 0;
});
afterAll(() => core.close());

const deleteOld = (most?: number) => deleteNetworkRecords(core.kernel, 90, most);

interface OldPostback {
  name: string;
  days: number;
  outcome?: string;
  reason?: string;
  unknownSlug?: true;
  cut?: number;
}

async function store({
  name,
  days,
  outcome = 'refused',
  reason = 'Signature not valid',
  unknownSlug,
  cut,
}: OldPostback) {
  const [row] = await core.database.sql<{ id: number }[]>`
    insert into postbacks (network_id, slug, retry_key, method, raw_query, raw_body, outcome, reason,
      truncated_from_bytes,
      received_at)
    values (${unknownSlug ? null : network}, 'net', ${name}, 'GET', '', '', ${outcome}, ${reason}, ${cut ?? null},
      now() - make_interval(days => ${days}::int))
    returning id`;
  return row?.id ?? 0;
}

test('deletes expired postbacks without effect, and keeps counted, parked and rejudged ones', async () => {
  const expiredRows: OldPostback[] = [
    { name: 'an unknown slug', days: 15, unknownSlug: true, outcome: 'parked', reason: 'Network not found' },
    { name: 'forged', days: 91 },
    { name: 'unlisted address', days: 91, reason: 'Caller address not allowed' },
    { name: 'wrong method', days: 91, reason: 'Method not allowed' },
    { name: 'too large', days: 91, reason: 'The body is too large', cut: 70_000 },
    { name: 'inactive network', days: 91, reason: 'The network is not active' },
  ];
  const keptRows: OldPostback[] = [
    { name: 'a recent unknown slug', days: 13, unknownSlug: true, outcome: 'parked', reason: 'Network not found' },
    { name: 'forged recently', days: 89 },
    { name: 'understood and refused', days: 900, reason: 'The payout is above the ceiling' },
    { name: 'accepted', days: 900, outcome: 'accepted' },
    { name: 'repeat', days: 900, outcome: 'repeat' },
    { name: 'parked', days: 900, outcome: 'parked', reason: 'Click not found' },
  ];
  for (const each of [...expiredRows, ...keptRows]) await store(each);
  const judged = await store({ name: 'judged again', days: 900 });
  await core.database.sql`
    insert into postback_judgements (postback_id, cause, actor_kind, actor_name, to_outcome)
    values (${judged}, 'replay', 'admin', 'root', 'refused')`;
  await deleteOld();
  const remaining = await core.database.sql<{ name: string }[]>`select retry_key as name from postbacks`;
  expect(remaining.map(({ name }) => name).toSorted()).toEqual(
    [...keptRows.map(({ name }) => name), 'judged again'].toSorted(),
  );
});

test('deletes each kind of expired postback in batches until none is left', async () => {
  for (let i = 0; i < 3; i++) await store({ name: `step ${i}`, days: 100 });
  for (let i = 0; i < 5; i++) await store({ name: `step to nowhere ${i}`, days: 100, unknownSlug: true });
  const countRemaining = async () =>
    (await core.database.sql`select 1 from postbacks where retry_key like 'step %'`).length;
  const [step] = await core.database.sql`select delete_old_network_records(14, 90, 365, 2) as most`;
  expect([step?.['most'], await countRemaining()]).toEqual([2, 4]);
  const { kernel, counted } = countStatements(core.kernel);
  await deleteNetworkRecords(kernel, 90, 2);
  expect([counted.statements, await countRemaining()]).toEqual([2, 0]);
});

test('deletes counts of forged postbacks after 90 days, in batches', async () => {
  await core.database.sql`
    insert into unauthenticated_calls (network_id, ip, hour, calls, kept)
    select ${network}, '192.0.2.' || n, date_trunc('hour', now()) + interval '1 hour' - make_interval(days => 85 + n),
      1, 1
    from generate_series(1, 10) n`;
  const { kernel, counted } = countStatements(core.kernel);
  expect(await deleteUnauthenticatedCallCounts(kernel, 2)).toBe(5);
  expect(counted.statements).toBe(3);
  const [remaining] = await core.database.sql`select count(*)::int as rows, now() - min(hour) < '91 days' as young
    from unauthenticated_calls`;
  expect(remaining).toEqual({ rows: 5, young: true });
});

test('keeps the newest 50 test reports of each network, and at least one even if all are expired', async () => {
  const other = await makeNetwork(core);
  await core.database.sql`
    insert into network_test_runs (network_id, score, report, at)
    select ${network}, n, '{}', now() - make_interval(days => n) from generate_series(1, 60) n`;
  await core.database.sql`
    insert into network_test_runs (network_id, score, report, at)
    select id, n, '{}', now() - make_interval(days => 400 + n)
    from networks, generate_series(1, 3) n where slug = ${other.slug}`;
  await deleteOld();
  const remaining = await core.database.sql`
    select network_id = ${network} as full, count(*) as runs, max(score) as oldest
    from network_test_runs group by 1 order by 1`;
  expect(remaining).toEqual([
    { full: false, runs: 1, oldest: 1 },
    { full: true, runs: 50, oldest: 50 },
  ]);
});
