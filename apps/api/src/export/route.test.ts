import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CompletionState, completionStates } from '@inaam/contracts/completions/states';
import { getRequestDeadline } from '@inaam/core/kernel/deadline';
import { spin } from '@inaam/core/ledger/spins/commands';
import { verifyDraws } from '@inaam/core/ledger/spins/queries';
import { makeClick, makeNetwork, postback } from '@inaam/testing/factories/completions';
import { makeAdmin, makeUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer, nearlyCertainOdds } from '@inaam/testing/factories/offers';
import { makeReadyToSpin, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AdminCaller } from '../rest/endpoint.ts';
import { createTestApi, type TestApi } from '../test/support/api.ts';
import { Client } from '../test/support/client.ts';
import { exportedLists } from './lists.ts';
import { readDraws } from './read-draws.ts';
import { type Batch, streamFile } from './route.ts';

let api: TestApi;
let admin: Client;

beforeAll(async () => {
  api = await createTestApi();
  const { name } = await makeAdmin(api.core, 'a password for admins');
  admin = new Client(api.adminHost);
  await admin.post('/api/admin/login.php', { username: name, password: 'a password for admins' });
});
afterAll(() => api.close());

const splitLines = (body: string): string[] =>
  body
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');

test('exports the whole filtered list at any page size, with masked codes unless a reason is given', async () => {
  const codes = await addStock(api.core, { amount: 301, count: 60 });
  // More than one batch. Plain SQL, because the import command is slow at this size.
  const count = 5200;
  await api.core.database.sql`
    with inserted as (
      insert into vouchers (code, code_hash, code_end, type, brand, amount_paise, expiry_date)
      select 'clear-' || n, sha256(('clear' || n)::bytea), right('000' || n, 4), 'other', 'Many', 30200, ist_day(now()) + 9
      from generate_series(1, ${count}::int) n returning id, amount_paise, expiry_date
    )
    insert into free_vouchers (amount_paise, expiry_date, voucher_id)
    select amount_paise, expiry_date, id from inserted`;
  // Only the first batch counts against the request's deadline, because a large file takes longer than the deadline.
  const deadlines: number[] = [];
  const { byCursor } = exportedLists.vouchers;
  if (!byCursor) throw new Error('vouchers are not read by cursor');
  const { batch } = byCursor;
  const reading = vi.spyOn(byCursor, 'batch').mockImplementation((...args) => {
    deadlines.push(getRequestDeadline());
    return batch(...args);
  });
  const all = await admin.get('/export/vouchers.csv?limit=10&page=4&codes=masked');
  reading.mockRestore();
  // The first batch has a deadline, the second one has none.
  expect(deadlines.map(Number.isFinite)).toEqual([true, false]);
  expect(all).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' },
  });
  expect(splitLines(all.body)).toHaveLength(1 + 60 + count);
  expect(new Set(splitLines(all.body)).size).toBe(1 + 60 + count);
  // With a sort order in which rows can move, the export reads page by page.
  const byStatus = await admin.get('/export/vouchers.csv?sortBy=status&codes=masked');
  expect(new Set(splitLines(byStatus.body))).toEqual(new Set(splitLines(all.body)));
  const oneVoucher = await admin.get('/export/vouchers.csv?amount_range=101-500&search=' + codes[7]);
  expect(splitLines(oneVoucher.body)).toHaveLength(2);
  // Codes are masked unless the request asks for them and gives a reason.
  expect(oneVoucher.body).not.toContain(codes[7]);
  const plain = '/export/vouchers.csv?amount_range=101-500&codes=plain&search=' + codes[7];
  expect(await admin.get(plain)).toMatchObject({ status: 400, body: { error: 'reason: is required' } });
  expect((await admin.get(`${plain}&reason=a+test`)).body).toContain(codes[7]);
  expect(oneVoucher.headers['content-disposition']).toMatch(
    /^attachment; filename="vouchers_amount_range-101-500_search-[\w.-]+\.csv"$/,
  );
});

test('stops reading ahead when the reader stops', async () => {
  let read = 0;
  // Each batch has a next one, so the file never ends.
  const batch = (): Batch => ({
    rows: [read],
    next: () => {
      read += 1;
      return Promise.resolve(batch());
    },
  });
  const file = streamFile({} as AdminCaller, batch(), [
    { heading: 'n', isPersonal: false, cell: (row) => Number(row) },
  ]);
  const parts = file[Symbol.asyncIterator]();
  expect([await parts.next(), await parts.next()]).toMatchObject([{ value: '\uFEFF"n"\r\n' }, { value: '"0"\r\n' }]);
  for (let turn = 0; turn < 100; turn++) await nextTurn();
  // Only a few batches are read ahead: one that waits to be sent, one after it, and one in progress.
  expect(read).toBeLessThanOrEqual(4);
  file.destroy();
});

test('writes a large batch in several turns of the event loop', async () => {
  const rows = Array.from({ length: 1001 }, (_, n) => n);
  const shown = [{ heading: 'n', isPersonal: false, cell: (row: unknown) => Number(row) }];
  const parts: string[] = [];
  let turns = 0;
  const count = () => {
    turns += 1;
    nextCount = setImmediate(count);
  };
  let nextCount = setImmediate(count);
  for await (const part of streamFile({} as AdminCaller, { rows, next: undefined }, shown)) parts.push(String(part));
  clearImmediate(nextCount);
  expect(splitLines(parts.join(''))).toEqual(['"n"', ...rows.map((row) => `"${row}"`)]);
  expect(turns).toBeGreaterThanOrEqual(4);
});

test('exports formulas as text', async () => {
  await makeOffer(api.core, { title: '=HYPERLINK("https://bad.example")' });
  const { body } = await admin.get('/export/offers.csv');
  expect(body).toContain(`"'=HYPERLINK(""https://bad.example"")"`);
});

test('records each export in the audit log, which can be exported too', async () => {
  await admin.get('/export/conversions.csv?dateRange=week');
  const { body } = await admin.get('/export/audit.csv?action=conversions');
  expect(splitLines(body)[1]).toContain(
    '"conversions.export","conversions","","{""codes"":""masked"",""dateRange"":""week""}"',
  );
});

test('omits personal data from a file that an analyst exports', async () => {
  const { name } = await makeAdmin(api.core, 'a password for admins', 'analyst');
  const analyst = new Client(api.adminHost);
  await analyst.post('/api/admin/login.php', { username: name, password: 'a password for admins' });
  const { email } = await makeUser(api.core);
  const complete = await admin.get(`/export/users.csv?search=${email}`);
  expect(complete.body).toContain(email);
  const masked = await analyst.get(`/export/users.csv?search=${email}`);
  expect(splitLines(masked.body)[0]).toBe(
    splitLines(complete.body)[0]?.replace(',"first_name","last_name","email"', ''),
  );
  expect(splitLines(masked.body)).toHaveLength(2);
  expect(masked.body).not.toMatch(/Asha|@/);
});

test('exports the draws of a day with unchanged texts, so that they can be verified', async () => {
  const { core } = api;
  const { user, offerId, completionId } = await makeReadyToSpin(core, await makeNetwork(core), 5);
  const clientSeed = '=1+1,"two"\n\u{1F3A1}';
  await spin(core.as(userActor(user.id)), { offerId, clientSeed });
  const [row] = await core.database.sql<{ day: string }[]>`
    select ist_day(completed_at)::text as day from completions where id = ${completionId}`;
  const draws = readDraws((await admin.get(`/export/draws.csv?day=${row?.day}`)).body);
  const exported = draws.find((draw) => draw.completion_id === completionId);
  expect(exported).toMatchObject({ client_seed: clientSeed, share: 'open', client_seed_hash: null });
  const published = { days: [{ day: row?.day ?? '', root: '', count: draws.length }] };
  expect(verifyDraws(row?.day ?? '', published, draws)).toEqual([
    'the commitments do not give the root that was published',
  ]);
  expect(() => readDraws('"completion_id"\r\n"x"')).toThrow('line 2');
});

test('shows the same state of a completion in every list, filter, panel and CSV export', async () => {
  const { core } = api;
  const network = await makeNetwork(core);
  const holding = await makeNetwork(core);
  await core.database.sql`update networks set hold_seconds = 86400 where slug = ${holding.slug}`;
  const user = await makeUser(core);
  /** Completes a new offer by a postback with the given status. */
  const completeOffer = async (amount: number, status = 'approved', by = network) => {
    const [networkRow] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${by.slug}`;
    const { offer_id: offerId } = await makeOffer(core, {
      ...(networkRow && { network_id: networkRow.id }),
      spinner_config: nearlyCertainOdds(amount),
    });
    const call = { click_id: await makeClick(core, user, offerId), transaction_id: randomUUID() };
    const { completionId } = await postback(core, by, { ...call, status });
    if (completionId === null) throw new Error('no completion of ' + status);
    return { id: completionId, sendReversal: () => postback(core, by, { ...call, status: 'reversed' }) };
  };
  await addStock(core, { amount: 3101, count: 1 });
  const [notSpun, noWin, won, owed, withheld, pending, held] = [
    await completeOffer(3102),
    await completeOffer(3102),
    await completeOffer(3101),
    await completeOffer(3102),
    await completeOffer(3102),
    await completeOffer(3102, 'pending'),
    await completeOffer(3102, 'approved', holding),
  ];
  await settleWithRoll(core, noWin.id, 999);
  await settleWithRoll(core, won.id);
  await settleWithRoll(core, owed.id);
  await withheld.sendReversal();
  await waitForChangeFeed(core);
  const expected = new Map<number, CompletionState>([
    [notSpun.id, 'not_spun'],
    [noWin.id, 'no_win'],
    [won.id, 'won'],
    [owed.id, 'owed'],
    [withheld.id, 'withheld'],
    [pending.id, 'pending'],
    [held.id, 'pending'],
  ]);

  interface Row {
    completion_id: number;
    state: CompletionState;
  }
  const getStates = (rows: readonly Row[]) => new Map(rows.map(({ completion_id, state }) => [completion_id, state]));
  const [conversions, clicks, detail, profile] = [
    await admin.get(`/api/admin/conversions.php?search=${user.email}`),
    await admin.get(`/api/admin/offer-clicks.php?search=${user.email}`),
    await admin.get(`/api/admin/users.php?user_id=${user.id}`),
    await admin.query('admin.users.profile', { user_id: user.id }),
  ].map(({ body }) => body);
  for (const rows of [conversions.conversions, clicks.clicks, detail.completions, profile.result.data.completions]) {
    expect(getStates(rows)).toEqual(expected);
  }
  for (const [completionId, state] of expected) {
    const { body } = await admin.query('admin.completions.completionTrace', { completion_id: completionId });
    expect(body.result.data.completion.state).toBe(state);
    const filtered = await admin.get(`/api/admin/conversions.php?search=${user.email}&state=${state}`);
    expect(getStates(filtered.body.conversions)).toEqual(new Map([...expected].filter(([, other]) => other === state)));
  }
  const lost = [
    `conversions.php?search=${user.email}&voucherFilter=lost`,
    `offer-clicks.php?search=${user.email}&conversionStatus=no_voucher`,
  ];
  for (const path of lost) {
    const { body } = await admin.get(`/api/admin/${path}`);
    const rows: Row[] = body.conversions ?? body.clicks;
    expect(getStates(rows.filter(({ completion_id }) => expected.has(completion_id)))).toEqual(
      new Map([[noWin.id, 'no_win']]),
    );
  }
  for (const list of ['conversions', 'offer-clicks']) {
    const [head, ...lines] = splitLines((await admin.get(`/export/${list}.csv?search=${user.email}`)).body).map(
      (line) => line.slice(1, -1).split('","'),
    );
    const [stateColumn, idColumn] = [head?.indexOf('state') ?? -1, head?.indexOf('completion_id') ?? -1];
    expect(new Map(lines.map((line) => [Number(line[idColumn]), line[stateColumn]]))).toEqual(
      new Map([...expected].map(([id, state]) => [id, completionStates[state]])),
    );
  }
});

test('exports IP addresses and devices with their own filters', async () => {
  const device = 'exported-device';
  for (const _ of [1, 2]) await makeUser(api.core, { device });
  await makeUser(api.core, { device: 'a-device-of-one' });
  const devices = splitLines(
    (await admin.get('/export/fraud-devices.csv?device_filter=multiple&user_filter=normal')).body,
  );
  expect(devices[0]).toMatch(/^"device_fingerprint","registration_count",.*,"is_blocked"$/);
  expect(devices).toHaveLength(2);
  expect(devices[1]).toMatch(/^"exported-device","2",.*,"false"$/);
  await admin.post('/api/admin/fraud-detection.php', { action: 'block_ip', ip_address: '203.0.113.77' });
  const addresses = splitLines((await admin.get('/export/fraud-ips.csv?ip_filter=blocked')).body);
  expect(addresses.slice(1)).toEqual(['"203.0.113.77","0","","","true"']);
});

describe('answers with an error instead of half a file', () => {
  test('when the caller is signed out', async () => {
    const answer = await new Client(api.adminHost).get('/export/vouchers.csv');
    expect(answer).toMatchObject({ status: 401, body: { error: 'Not signed in' } });
    expect(answer.headers).not.toHaveProperty('content-disposition');
  });
  test('for an unknown filter value', async () => {
    expect(await admin.get('/export/vouchers.csv?status=lost')).toMatchObject({ status: 400 });
  });
  test('for an unknown list', async () => {
    expect(await admin.get('/export/nothing.csv')).toMatchObject({ status: 404, body: { error: 'Not found' } });
  });
  test('for a list on the app host', async () => {
    expect(await new Client(api.appHost).get('/export/vouchers.csv')).toMatchObject({ status: 404 });
  });
});
